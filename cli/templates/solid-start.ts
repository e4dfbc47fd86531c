import { type Choices, extensions, type PlannedFile } from './plan.js'

/** The route, a button and an account page for signed-in users. */
export function solidStartFiles({ project, authFile }: Choices): readonly PlannedFile[] {
  const { code, markup } = extensions(project)
  const auth = (file: string) => project.specifier(file, authFile)
  const route = `src/routes/api/auth/[...auth].${code}`
  const button = `src/components/SignInButton.${markup}`
  const page = `src/routes/account.${markup}`
  const props = project.typescript ? 'props: { signedIn: boolean }' : 'props'
  return [
    {
      file: route,
      code: `import { auth } from '${auth(route)}';

export const { GET, POST } = auth;
`,
      isDone: (text) => text.includes('auth'),
      advice: `import { auth } from '${auth(route)}'\nexport const { GET, POST } = auth`,
    },
    {
      file: button,
      code: `import { action } from '@solidjs/router';
import { signIn, signOut } from '${auth(button)}';

const enter = action(async () => {
  'use server';
  await signIn();
}, 'signIn');

const leave = action(async () => {
  'use server';
  await signOut({ redirectTo: '/' });
}, 'signOut');

export function SignInButton(${props}) {
  return (
    <form action={props.signedIn ? leave : enter} method="post">
      <button type="submit">{props.signedIn ? 'Sign out' : 'Sign in'}</button>
    </form>
  );
}
`,
      isDone: () => true,
      advice: '',
    },
    {
      file: page,
      code: `import { createAsync, query } from '@solidjs/router';
import { Show } from 'solid-js';
import { protect } from '${auth(page)}';
import { SignInButton } from '${project.specifier(page, button)}';

const account = query(async () => {
  'use server';
  const { user } = await protect({ redirectTo: '/account' });
  return { name: user.name ?? user.email };
}, 'account');

export const route = { preload: () => account() };

export default function AccountPage() {
  const user = createAsync(() => account(), { deferStream: true });
  return (
    <main>
      <Show when={user()}>{(known) => <p>Signed in as {known().name}.</p>}</Show>
      <SignInButton signedIn />
    </main>
  );
}
`,
      isDone: () => true,
      advice: '',
    },
  ]
}
