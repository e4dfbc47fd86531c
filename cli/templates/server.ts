import { addImport, editedText, endOfLine, parseModule } from '../edit/module.js'
import type { Project } from '../project/project.js'
import { serverModules } from '../project/server-modules.js'
import { rulesOf } from './page-styles.js'
import { extensions, type PlannedFile, type TemplateInput } from './plan.js'

export function serverFiles({ project, authFile }: TemplateInput): readonly PlannedFile[] {
  const { code } = extensions(project)
  const auth = (file: string) => project.specifier(file, authFile)
  const { source, framework } = project
  const page = `${source}account-page.${code}`
  if (framework === 'node') {
    const file = `${source}auth-server.${code}`
    return [
      {
        file,
        code: `import { createServer } from 'node:http';
import { toNodeHandler } from 'authwright/node';
import { accountPage } from '${project.specifier(file, page)}';
import { auth } from '${auth(file)}';

const authentication = toNodeHandler(auth.handler);

const pages = toNodeHandler(async (request) => {
  const session = await auth.auth(request);
  const location = '/auth/signin?callbackUrl=/account';
  if (!session) return new Response(null, { status: 302, headers: { location } });
  const headers = { 'cache-control': 'private, no-store', 'content-type': 'text/html; charset=utf-8' };
  return new Response(accountPage(session.user), { headers });
});

createServer((request, response) =>
  request.url?.startsWith('/auth/') ? authentication(request, response) : pages(request, response),
).listen(3000);
`,
        isDone: () => true,
        advice: '',
      },
      accountPage(page, project),
    ]
  }
  const isHono = framework === 'hono'
  const routes = `${source}auth-routes.${code}`
  const call = isHono ? "route('/', authRoutes)" : 'use(authRoutes)'
  const planned: PlannedFile = {
    file: routes,
    code: isHono
      ? `import { Hono } from 'hono';
import { accountPage } from '${project.specifier(routes, page)}';
import { auth } from '${auth(routes)}';

export const authRoutes = new Hono();

authRoutes.all('/auth/*', (c) => auth.handler(c.req.raw, c.env));

authRoutes.get('/account', async (c) => {
  const session = await auth.auth(c.req.raw);
  if (!session) return c.redirect('/auth/signin?callbackUrl=/account');
  return c.html(accountPage(session.user));
});
`
      : `import { toNodeHandler } from 'authwright/node';
import { Router } from 'express';
import { accountPage } from '${project.specifier(routes, page)}';
import { auth } from '${auth(routes)}';

export const authRoutes${project.typescript ? ': Router' : ''} = Router();

authRoutes.use('/auth', toNodeHandler(auth.handler));

authRoutes.get(
  '/account',
  toNodeHandler(async (request) => {
    const session = await auth.auth(request);
    const location = '/auth/signin?callbackUrl=/account';
    if (!session) return new Response(null, { status: 302, headers: { location } });
    const headers = { 'cache-control': 'private, no-store', 'content-type': 'text/html; charset=utf-8' };
    return new Response(accountPage(session.user), { headers });
  }),
);
`,
    isDone: () => true,
    advice: '',
  }
  const files = [planned, accountPage(page, project)]
  const { application, candidates, mounts } = serverModules(project)
  if (mounts.length > 0) return files
  const advice = `import { authRoutes } from '${project.specifier(application ?? `${source}index.${code}`, routes)}'\nand before other routes and body parsers: app.${call}`
  if (application === undefined) {
    const file =
      candidates.length > 0
        ? `The module that starts the server (${candidates.join(' or ')})`
        : `The module that calls ${isHono ? 'new Hono()' : 'express()'}`
    return [...files, { file, code: '', isDone: () => true, advice }]
  }
  const merge = (text: string) =>
    insertAfterApplication(application, text, project.specifier(application, routes), call)
  return [...files, { file: application, code: '', isDone: () => false, merge, advice }]
}

function accountPage(file: string, { typescript }: Project): PlannedFile {
  const stringType = typescript ? ': string' : ''
  const userType = typescript ? ': { name?: string | null; email?: string | null }' : ''
  const code = `// Users choose their names, so escape them.
const escape = (text${stringType}) => text.replace(/[&<>"']/g, (character) => \`&#\${character.charCodeAt(0)};\`);

export function accountPage(user${userType})${stringType} {
  const name = escape(user.name ?? user.email ?? 'a user without a name');
  return \`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Account</title>
<style>
  :root { color-scheme: light dark; }
  body { margin: 0; }
${rulesOf(['page', 'card', 'title', 'detail', 'button'], {
  indent: '  ',
  selectors: { page: 'main', card: 'section', title: 'h1', detail: 'p', button: 'section > a' },
})}
  main { box-sizing: border-box; min-height: 100vh; }
</style>
<main>
  <section>
    <h1>Signed in as \${name}.</h1>
    \${user.name && user.email ? \`<p>\${escape(user.email)}</p>\` : ''}
    <a href="/auth/signout">Sign out</a>
  </section>
</main>
</html>
\`;
}
`
  return {
    file,
    code,
    isDone: (text) => /^export (?:function|const) accountPage\b/m.test(text),
    advice: code,
  }
}

/** Inserts the routes before other routes and body parsers: directly after the application is created. */
function insertAfterApplication(
  file: string,
  text: string,
  routesModule: string,
  call: string,
): { text: string; mode: 'insert' | 'replace' } | undefined {
  const module = parseModule(file, text)
  const { program, edits, end, newline, quote } = module
  const applications = program.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ id, init }) => {
      if (id.type !== 'Identifier' || !init) return []
      if (init.type !== 'NewExpression' && init.type !== 'CallExpression') return []
      const { callee } = init
      if (callee.type !== 'Identifier' || !/^(?:Hono|OpenAPIHono|express)$/.test(callee.name)) return []
      return [{ statement, name: id.name }]
    })
  })
  // A variable that is passed to `.route()` or `.use()` is a router, not the application.
  const [application, another] = applications.filter(
    ({ name }) =>
      applications.length === 1 ||
      !new RegExp(`[.](?:route|use)\\([^()]*\\b${name.replaceAll('$', '[$]')}\\s*\\)`).test(text),
  )
  if (application === undefined || another !== undefined) return undefined
  const { statement, name } = application
  const routes = addImport(module, 'authRoutes', routesModule)
  const semicolon = end || (text.slice(statement.start, statement.end).endsWith(';') ? ';' : '')
  edits.appendLeft(
    endOfLine(text, statement.end),
    `${newline}${name}.${call.replace('authRoutes', routes).replaceAll("'", quote)}${semicolon}`,
  )
  return { text: editedText(module), mode: 'insert' }
}
