import { addToHome, classesOf, hasTailwind, styleSheet } from './look.js'
import { type Choices, extensions, type PlannedFile } from './plan.js'

/**
 * Route, proxy or middleware, an account page for signed-in users, and a button, which is also added to the
 * home page.
 */
export function nextFiles({ project, authFile }: Choices): readonly PlannedFile[] {
  const { source, router, major = 16, minor = 5 } = project
  const { code, markup } = extensions(project)
  const auth = (file: string) => project.specifier(file, authFile)

  const route = `${source}app/api/auth/[...auth]/route.${code}`
  const existing = (['proxy', 'middleware'] as const).find((name) =>
    ['ts', 'js'].some((extension) => project.exists(`${source}${name}.${extension}`)),
  )
  const name = existing ?? (major >= 16 ? 'proxy' : 'middleware')
  const present = ['ts', 'js'].find((extension) => project.exists(`${source}${name}.${extension}`))
  const guard = `${source}${name}.${present ?? code}`
  const guards = `{ auth as ${name} }`
  // Before 15.5, a middleware runs on the edge, and Next.js rejects the option.
  const onNode = name === 'middleware' && (major > 15 || (major === 15 && minor >= 5))
  const button = `${source}components/sign-in-button.${markup}`
  const styles = `${source}components/account.module.css`
  const isTailwind = hasTailwind(project)
  const look = (part: Parameters<typeof classesOf>[0]) =>
    `className=${isTailwind ? `"${classesOf(part)}"` : `{styles.${part}}`}`
  const importStyles = (file: string) =>
    isTailwind ? '' : `import styles from '${project.specifier(file, styles)}';\n`

  const files: PlannedFile[] = [
    {
      file: route,
      code: `import { handlers } from '${auth(route)}';

export const { GET, POST } = handlers;
`,
      isDone: (text) => text.includes('handlers'),
      advice: `import { handlers } from '${auth(route)}'\nexport const { GET, POST } = handlers`,
    },
    {
      file: guard,
      code: `export ${guards} from '${auth(guard)}';

// callbacks.authorized in ${authFile} decides for each of these paths.
export const config = {
  matcher: ['/((?!api|_next/static|_next/image|favicon.ico).*)'],${onNode ? "\n  runtime: 'nodejs'," : ''}
};
`,
      isDone: (text) => text.includes(`'${auth(guard)}'`) || text.includes(`"${auth(guard)}"`),
      advice: `import { auth } from '${auth(guard)}'\nand put auth around your function: export default auth((request) => { … })`,
    },
  ]
  if (router === 'pages') {
    const page = `${source}pages/account.${markup}`
    const types = project.typescript
      ? `import type { GetServerSidePropsContext, InferGetServerSidePropsType } from 'next';\n`
      : ''
    const context = project.typescript ? 'context: GetServerSidePropsContext' : 'context'
    const props = project.typescript ? ': InferGetServerSidePropsType<typeof getServerSideProps>' : ''
    files.push({
      file: page,
      code: `${types}import { auth } from '${auth(page)}';
${importStyles(page)}
export async function getServerSideProps(${context}) {
  const user = (await auth(context))?.user;
  return { props: { user: user ? { name: user.name ?? user.email ?? null } : null } };
}

export default function AccountPage({ user }${props}) {
  return (
    <main ${look('page')}>
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
    })
    return isTailwind ? files : [...files, styleSheet(styles)]
  }
  const page = `${source}app/account/page.${markup}`
  files.push(
    {
      file: button,
      code: `import { Suspense } from 'react';
import { auth, signIn, signOut } from '${auth(button)}';
${importStyles(button)}
async function enter() {
  'use server';
  await signIn();
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
`,
      isDone: () => true,
      advice: '',
    },
    {
      file: page,
      code: `import { Suspense } from 'react';
import { auth } from '${auth(page)}';
import { SignInButton } from '${project.specifier(page, button)}';
${importStyles(page)}
async function Account() {
  const { user } = await auth.protect({ redirectTo: '/account' });
  const name = user.name ?? user.email ?? 'a user without a name';
  return (
    <>
      <span aria-hidden ${look('avatar')}>{name.slice(0, 1)}</span>
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
    },
  )
  if (!isTailwind) files.push(styleSheet(styles))
  const home = ['tsx', 'jsx', 'js'].map((end) => `${source}app/page.${end}`).find(project.exists)
  // Later, the user may have moved the button elsewhere.
  if (home && !project.exists(button)) {
    const added = addToHome(project, project.read(home) ?? '', project.specifier(home, button))
    if (added) files.push({ file: home, code: '', isDone: () => false, merge: () => added, advice: '' })
  }
  return files
}
