import { type Project, sourceFiles } from '../project/project.js'
import { lintComment } from './account-link.js'
import { changedNextConfig } from './next-config.js'
import {
  addToHome,
  buttonLines,
  classesOf,
  exportsButton,
  hasNoColors,
  hasTailwind,
  isClientComponent,
  styleSheet,
} from './page-styles.js'
import { extensions, homeAdvice, type PlannedFile, type TemplateInput } from './plan.js'

export function nextFiles(input: TemplateInput): readonly PlannedFile[] {
  const app = templateOf(input)
  return [
    routeHandler(app),
    guard(app),
    ...(input.project.router === 'pages' ? [pagesRouterAccount(app)] : [signInButton(app), account(app)]),
    ...(app.isTailwind ? [] : [styleSheet(app.styles)]),
    ...(input.project.router === 'pages' ? linkedHome(app) : changedHome(app)),
    // The setting of the compiler cache is added only by the first run, because the user may remove the
    // setting later.
    ...(input.project.exists(input.authFile) ? [] : changedNextConfig(input.project)),
  ]
}

type Template = ReturnType<typeof templateOf>

function templateOf({ project, authFile }: TemplateInput) {
  const { source } = project
  const { code, markup } = extensions(project)
  const styles = `${source}components/account.module.css`
  const isTailwind = hasTailwind(project)
  return {
    project,
    authFile,
    source,
    code,
    pages: pagesFolder(project),
    button: `${source}components/sign-in-button.${markup}`,
    markup,
    styles,
    isTailwind,
    auth: (file: string) => project.specifier(file, authFile),
    look: (part: Parameters<typeof classesOf>[0]) =>
      `className=${isTailwind ? `"${classesOf(part)}"` : `{styles.${part}}`}`,
    importStyles: (file: string) =>
      isTailwind ? '' : `import styles from '${project.specifier(file, styles)}';\n`,
  }
}

/** The folder of the root layout, which may be in a route group, such as `app/(shop)/`. */
function pagesFolder(project: Project): string {
  const app = `${project.source}app/`
  const folders = (name: string) =>
    sourceFiles(project, new RegExp(`^${name}[.](?:[jt]sx|js)$`))
      .map((file) => file.slice(0, file.lastIndexOf('/') + 1))
      .filter((folder) => folder.startsWith(app) && /^(?:\([^/]+\)\/)*$/.test(folder.slice(app.length)))
  const roots = folders('layout')
  if (roots.includes(app)) return app
  return roots.find((folder) => folders('page').includes(folder)) ?? roots[0] ?? app
}

function routeHandler({ source, code, auth }: Template): PlannedFile {
  const route = `${source}app/api/auth/[...auth]/route.${code}`
  return {
    file: route,
    code: `import { handlers } from '${auth(route)}';

export const { GET, POST } = handlers;
`,
    isDone: (text) => text.includes('handlers'),
    advice: `import { handlers } from '${auth(route)}'\nexport const { GET, POST } = handlers`,
  }
}

/** The proxy of Next.js 16, or the middleware of earlier versions. */
function guard({ project, authFile, source, code, auth }: Template): PlannedFile {
  const { major = 16, minor = 5 } = project
  const existing = (['proxy', 'middleware'] as const).find((name) =>
    ['ts', 'js'].some((extension) => project.exists(`${source}${name}.${extension}`)),
  )
  const name = existing ?? (major >= 16 ? 'proxy' : 'middleware')
  const existingExtension = ['ts', 'js'].find((extension) => project.exists(`${source}${name}.${extension}`))
  const file = `${source}${name}.${existingExtension ?? code}`
  // Before Next.js 15.5, a middleware always runs in the edge runtime, and Next.js rejects the option
  // `runtime`.
  const setsRuntime = name === 'middleware' && (major > 15 || (major === 15 && minor >= 5))
  return {
    file,
    code: `export { auth as ${name} } from '${auth(file)}';

// callbacks.authorized in ${authFile} decides for each of these paths.
export const config = {
  matcher: ['/((?!api|_next/static|_next/image|favicon.ico).*)'],${setsRuntime ? "\n  runtime: 'nodejs'," : ''}
};
`,
    isDone: (text) => text.includes(`'${auth(file)}'`) || text.includes(`"${auth(file)}"`),
    advice: `import { auth } from '${auth(file)}'\nand put auth around your function: export default auth((request) => { … })`,
  }
}

function pagesRouterAccount({ project, source, markup, auth, look, importStyles }: Template): PlannedFile {
  const page = `${source}pages/account.${markup}`
  const types = project.typescript
    ? `import type { GetServerSidePropsContext, InferGetServerSidePropsType } from 'next';\n`
    : ''
  const context = project.typescript ? 'context: GetServerSidePropsContext' : 'context'
  const comment = lintComment(project, 'eslint-disable')
  const props = project.typescript ? ': InferGetServerSidePropsType<typeof getServerSideProps>' : ''
  return {
    file: page,
    code: `${comment && `${comment}\n`}${types}import Head from 'next/head';
import { auth } from '${auth(page)}';
${importStyles(page)}
export async function getServerSideProps(${context}) {
  const user = (await auth(context))?.user;
  return { props: { user: user ? { name: user.name ?? user.email ?? null } : null } };
}

export default function AccountPage({ user }${props}) {
  return (
    <main ${look('page')}>
      <Head>
        <title>Account</title>
      </Head>
      <section ${look('card')}>
        {user !== null && <h1 ${look('title')}>Signed in{user.name && \` as \${user.name}\`}.</h1>}
        {user === null && <a ${look('button')} href="/api/auth/signin">Sign in</a>}
        {user !== null && <a ${look('button')} href="/api/auth/signout">Sign out</a>}
      </section>
    </main>
  );
}
`,
    isDone: () => true,
    advice: '',
  }
}

function signInButton({ button, auth, look, importStyles }: Template): PlannedFile {
  const code = `import { Suspense } from 'react';
import { auth, signIn, signOut } from '${auth(button)}';
${importStyles(button)}
async function enter() {
  'use server';
  await signIn(undefined, { redirectTo: '/account' });
}

async function leave() {
  'use server';
  await signOut({ redirectTo: '/' });
}

async function Button() {
  const session = await auth();
  return session ? (
    <form action={leave}>
      <button ${look('button')} type="submit">Sign out</button>
    </form>
  ) : (
    <form action={enter}>
      <button ${look('button')} type="submit">Sign in</button>
    </form>
  );
}

export function SignInButton() {
  return (
    <Suspense>
      <Button />
    </Suspense>
  );
}
`
  return { file: button, code, isDone: exportsButton, advice: code }
}

function account({ project, pages, markup, button, auth, look, importStyles }: Template): PlannedFile {
  const page = `${pages}account/page.${markup}`
  const isTyped = project.typescript
  const isPlain = hasNoColors(project)
  const types = isTyped ? `import type { Metadata${isPlain ? ', Viewport' : ''} } from 'next';\n` : ''
  const scheme = isPlain
    ? `\nexport const viewport${isTyped ? ': Viewport' : ''} = { colorScheme: 'light dark' };\n`
    : ''
  return {
    file: page,
    code: `${types}import { Suspense } from 'react';
import { auth } from '${auth(page)}';
import { SignInButton } from '${project.specifier(page, button)}';
${importStyles(page)}
export const metadata${isTyped ? ': Metadata' : ''} = { title: 'Account' };
${scheme}
async function Account() {
  const { user } = await auth.protect({ redirectTo: '/account' });
  const name = user.name ?? user.email ?? 'a user without a name';
  return (
    <>
      <span aria-hidden ${look('avatar')}>{Array.from(name)[0]}</span>
      <h1 ${look('title')}>Signed in as {name}.</h1>
      {user.name && <p ${look('detail')}>{user.email}</p>}
    </>
  );
}

export default function AccountPage() {
  return (
    <main ${look('page')}>
      <section ${look('card')}>
        <Suspense>
          <Account />
        </Suspense>
        <SignInButton />
      </section>
    </main>
  );
}
`,
    isDone: () => true,
    advice: '',
  }
}

function changedHome({ project, pages, button }: Template): readonly PlannedFile[] {
  const find = (name: string) =>
    ['tsx', 'jsx', 'js'].map((end) => `${pages}${name}.${end}`).find(project.exists)
  const home = find('page')
  // The user may have moved an existing button to another page.
  if (!home || project.exists(button)) return []
  const added = addToHome(project, home, button)
  if (added) return [{ file: home, code: '', isDone: () => false, merge: () => added, advice: '' }]
  // The button is a server component, so a client component cannot contain it. If the home page is a client
  // component, the user adds the button to the layout.
  const file = isClientComponent(project.read(home) ?? '') ? (find('layout') ?? home) : home
  return [homeAdvice(file, buttonLines(project.specifier(file, button)))]
}

function linkedHome({ project, source, markup }: Template): readonly PlannedFile[] {
  const home = ['tsx', 'jsx', 'js'].map((end) => `${source}pages/index.${end}`).find(project.exists)
  if (!home || project.exists(`${source}pages/account.${markup}`)) return []
  const isDone = (text: string) => text.includes('"/account"')
  return [
    { file: home, code: '', isDone, advice: '<Link href="/account">Account</Link>, with Link of next/link' },
  ]
}
