import {
  addToHome,
  buttonLines,
  classesOf,
  exportsButton,
  hasNoColors,
  hasTailwind,
  styleSheet,
} from './page-styles.js'
import { extensions, homeAdvice, type PlannedFile, type TemplateInput } from './plan.js'

export function solidStartFiles({ project, authFile }: TemplateInput): readonly PlannedFile[] {
  const { code, markup } = extensions(project)
  const auth = (file: string) => project.specifier(file, authFile)
  const route = `src/routes/api/auth/[...auth].${code}`
  const button = `src/components/SignInButton.${markup}`
  const page = `src/routes/account.${markup}`
  const styles = 'src/components/account.module.css'
  const isTailwind = hasTailwind(project)
  const look = (part: Parameters<typeof classesOf>[0]) =>
    `class=${isTailwind ? `"${classesOf(part)}"` : `{styles.${part}}`}`
  // `<Title>` needs a `<MetaProvider>`, and some templates of SolidStart do not have one.
  const hasTitles = ['tsx', 'jsx'].some((end) => project.read(`src/app.${end}`)?.includes('<MetaProvider'))
  const importStyles = (file: string) =>
    isTailwind ? '' : `import styles from '${project.specifier(file, styles)}';\n`
  const buttonCode = `import { action, createAsync, query } from '@solidjs/router';
import { getSession, signIn, signOut } from '${auth(button)}';
${importStyles(button)}
const signedIn = query(async () => {
  'use server';
  return (await getSession()) !== null;
}, 'signedIn');

const enter = action(async () => {
  'use server';
  await signIn(undefined, { redirectTo: '/account' });
}, 'signIn');

const leave = action(async () => {
  'use server';
  await signOut({ redirectTo: '/' });
}, 'signOut');

export function SignInButton() {
  const isSignedIn = createAsync(() => signedIn(), { deferStream: true });
  return (
    <form action={isSignedIn() ? leave : enter} method="post">
      <button ${look('button')} type="submit">
        {isSignedIn() ? 'Sign out' : 'Sign in'}
      </button>
    </form>
  );
}
`
  const files: PlannedFile[] = [
    {
      file: route,
      code: `import { auth } from '${auth(route)}';

export const { GET, POST } = auth;
`,
      isDone: (text) => text.includes(auth(route)),
      advice: `import { auth } from '${auth(route)}'\nexport const { GET, POST } = auth`,
    },
    { file: button, code: buttonCode, isDone: exportsButton, advice: buttonCode },
    {
      file: page,
      code: `${hasTitles ? "import { Title } from '@solidjs/meta';\n" : ''}import { createAsync, query } from '@solidjs/router';
import { ${hasTitles ? '' : 'onMount, '}Show } from 'solid-js';
import { protect } from '${auth(page)}';
import { SignInButton } from '${project.specifier(page, button)}';
${importStyles(page)}
const account = query(async () => {
  'use server';
  const { user } = await protect({ redirectTo: '/account' });
  return { name: user.name ?? user.email ?? 'a user without a name', email: user.email };
}, 'account');

export const route = { preload: () => account() };

export default function AccountPage() {
  const user = createAsync(() => account(), { deferStream: true });
${hasTitles ? '' : "  onMount(() => {\n    document.title = 'Account';\n  });\n"}  return (
    <main ${look('page')}>
${hasTitles ? '      <Title>Account</Title>\n' : ''}      <section ${look('card')}>
        <Show when={user()}>
          {(known) => (
            <>
              <span aria-hidden="true" ${look('avatar')}>{Array.from(known().name)[0]}</span>
              <h1 ${look('title')}>Signed in as {known().name}.</h1>
              {known().name !== known().email && <p ${look('detail')}>{known().email}</p>}
            </>
          )}
        </Show>
        <SignInButton />
      </section>
    </main>
  );
}
`,
      isDone: () => true,
      advice: '',
    },
  ]
  if (!isTailwind) {
    const scheme = hasNoColors(project) ? ':root:has(.button) {\n  color-scheme: light dark;\n}\n\n' : ''
    const sheet = styleSheet(styles)
    files.push({ ...sheet, code: scheme + sheet.code })
  }
  const home = ['tsx', 'jsx'].map((end) => `src/routes/index.${end}`).find(project.exists)
  // If the button already exists, the user may have moved it to another page.
  if (home && !project.exists(button)) {
    const added = addToHome(project, home, button)
    files.push(
      added
        ? { file: home, code: '', isDone: () => false, merge: () => added, advice: '' }
        : homeAdvice(home, buttonLines(project.specifier(home, button))),
    )
  }
  return files
}
