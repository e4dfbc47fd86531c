import { addImport, endOfLine, parseModule } from '../edit/module.js'
import { type Project, sourceFiles } from '../project/project.js'
import { type Choices, extensions, type PlannedFile } from './plan.js'

/** For Hono, Express and `node:http`: routes of sign-in and of an account, and where the application takes them. */
export function serverFiles({ project, authFile }: Choices): readonly PlannedFile[] {
  const { code } = extensions(project)
  const auth = (file: string) => project.specifier(file, authFile)
  const { source, framework } = project
  if (framework === 'node') {
    const file = `${source}auth-server.${code}`
    return [
      {
        file,
        code: `import { createServer } from 'node:http';
import { toNodeHandler } from 'authwright/node';
import { auth } from '${auth(file)}';

const authentication = toNodeHandler(auth.handler);

const pages = toNodeHandler(async (request) => {
  const session = await auth.auth(request);
  if (!session) return Response.redirect(new URL('/auth/signin?callbackUrl=/account', request.url));
  return Response.json({ signedInAs: session.user.name ?? session.user.email });
});

createServer((request, response) =>
  request.url?.startsWith('/auth/') ? authentication(request, response) : pages(request, response),
).listen(3000);
`,
        isDone: () => true,
        advice: '',
      },
    ]
  }
  const isHono = framework === 'hono'
  const routes = `${source}auth-routes.${code}`
  const request = isHono ? 'c.req.raw' : 'toWebRequest(request)'
  const call = isHono ? "route('/', authRoutes)" : 'use(authRoutes)'
  const planned: PlannedFile = {
    file: routes,
    code: isHono
      ? `import { Hono } from 'hono';
import { auth } from '${auth(routes)}';

export const authRoutes = new Hono();

authRoutes.all('/auth/*', (c) => auth.handler(c.req.raw));

authRoutes.get('/account', async (c) => {
  const session = await auth.auth(${request});
  if (!session) return c.redirect('/auth/signin?callbackUrl=/account');
  return c.json({ signedInAs: session.user.name ?? session.user.email });
});
`
      : `import { toNodeHandler, toWebRequest } from 'authwright/node';
import { Router } from 'express';
import { auth } from '${auth(routes)}';

export const authRoutes${project.typescript ? ': Router' : ''} = Router();

authRoutes.use('/auth', toNodeHandler(auth.handler));

authRoutes.get('/account', async (request, response) => {
  const session = await auth.auth(${request});
  if (!session) return response.redirect('/auth/signin?callbackUrl=/account');
  response.json({ signedInAs: session.user.name ?? session.user.email });
});
`,
    isDone: () => true,
    advice: '',
  }
  const entry = entryOf(project)
  const calls = (from: string) =>
    `import { authRoutes } from '${project.specifier(from, routes)}'\nand before other routes and readers of bodies: app.${call}`
  if (entry === undefined) {
    const advice = calls(`${source}index.${code}`)
    const file = `The module that calls ${isHono ? 'new Hono()' : 'express()'}`
    return [planned, { file, code: '', isDone: () => true, advice }]
  }
  return [
    planned,
    {
      file: entry,
      code: '',
      isDone: (text) => text.includes('authRoutes'),
      merge: (text) => insertAfterApplication(text, project.specifier(entry, routes), call),
      advice: calls(entry),
    },
  ]
}

/** The module that makes the application. */
function entryOf(project: Project): string | undefined {
  const application = project.framework === 'hono' ? /\bnew Hono\b/ : /\bexpress\s*\(\s*\)/
  return sourceFiles(project, /[.][cm]?[jt]s$/)
    .filter((file) => !/(?:^|[/.])(?:test|spec)s?[/.]|auth-routes/.test(file))
    .filter((file) => application.test(project.read(file) ?? ''))
    .sort((a, b) => a.split('/').length - b.split('/').length)[0]
}

/** The routes of sign-in, taken by an application of Hono or Express right after it is made: before other routes and readers of bodies. */
function insertAfterApplication(
  text: string,
  routesModule: string,
  call: string,
): { text: string; mode: 'insert' | 'replace' } | undefined {
  const module = parseModule('server.ts', text)
  const { program, edits, end, newline } = module
  for (const statement of program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration.declarations) {
      if (id.type !== 'Identifier' || !init) continue
      if (init.type !== 'NewExpression' && init.type !== 'CallExpression') continue
      const { callee } = init
      if (callee.type !== 'Identifier' || !/^(?:Hono|OpenAPIHono|express)$/.test(callee.name)) continue
      const name = addImport(module, 'authRoutes', routesModule)
      const semicolon = end || (text.slice(statement.start, statement.end).endsWith(';') ? ';' : '')
      edits.appendLeft(
        endOfLine(text, statement.end),
        `${newline}${id.name}.${call.replace('authRoutes', name)}${semicolon}`,
      )
      return { text: edits.toString(), mode: 'insert' }
    }
  }
  return undefined
}
