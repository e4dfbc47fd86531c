import { addLocals, sequenceHandle } from '../edit/sveltekit.js'
import { type Choices, extensions, type PlannedFile } from './plan.js'

/** The hook, types of `event.locals`, actions, a button and an account page for signed-in users. */
export function svelteKitFiles({ project, authFile }: Choices): readonly PlannedFile[] {
  const { code } = extensions(project)
  const auth = (file: string) => project.specifier(file, authFile)
  const hooks = project.exists('src/hooks.server.js') ? 'src/hooks.server.js' : `src/hooks.server.${code}`
  const types = 'src/app.d.ts'
  const button = 'src/lib/SignInButton.svelte'
  const page = `src/routes/account/+page.server.${code}`
  const lang = project.typescript ? ' lang="ts"' : ''
  const event = project.typescript ? 'event: RequestEvent' : 'event'
  const imported = project.typescript ? `import type { RequestEvent } from '@sveltejs/kit';\n` : ''
  const props = project.typescript ? ': { session: unknown }' : ''
  const data = project.typescript ? ': { data: PageData }' : ''
  const action = (name: string, from: string): PlannedFile => ({
    file: `src/routes/${name.toLowerCase()}/+page.server.${code}`,
    code: `import { ${name} } from '${auth(from)}';

export const actions = { default: ${name} };
`,
    isDone: (text) => text.includes(name),
    advice: `import { ${name} } from '${auth(from)}'\nexport const actions = { default: ${name} }`,
  })

  return [
    {
      file: hooks,
      code: `export { handle } from '${auth(hooks)}';
`,
      isDone: (text) => text.includes(`'${auth(hooks)}'`) || text.includes(`"${auth(hooks)}"`),
      merge: (text) => sequenceHandle(text, auth(hooks)),
      advice: `import { sequence } from '@sveltejs/kit/hooks'\nimport { handle as authenticate } from '${auth(hooks)}'\nexport const handle = sequence(authenticate, /* your handle */)`,
    },
    ...(project.typescript
      ? [
          {
            file: types,
            code: `import type { AuthLocals } from 'authwright/sveltekit';
import type { auth } from '${auth(types)}';

declare global {
  namespace App {
    interface Locals extends AuthLocals<typeof auth> {}
  }
}

declare module 'authwright' {
  interface Register {
    auth: typeof auth;
  }
}
`,
            isDone: (text: string) => text.includes('AuthLocals'),
            merge: (text: string) => addLocals(text, auth(types)),
            advice: `import type { AuthLocals } from 'authwright/sveltekit'\nimport type { auth } from '${auth(types)}'\nand in namespace App: interface Locals extends AuthLocals<typeof auth> {}`,
          },
        ]
      : []),
    action('signIn', `src/routes/signin/+page.server.${code}`),
    action('signOut', `src/routes/signout/+page.server.${code}`),
    {
      file: button,
      code: `<script${lang}>
  import { SignIn, SignOut } from 'authwright/sveltekit/components';

  let { session }${props} = $props();
</script>

{#if session}
  <SignOut options={{ redirectTo: '/' }} />
{:else}
  <SignIn options={{ redirectTo: '/account' }} />
{/if}
`,
      isDone: () => true,
      advice: '',
    },
    {
      file: page,
      code: `${imported}import { auth } from '${auth(page)}';

export const load = async (${event}) => ({ session: await auth.protect(event) });
`,
      isDone: () => true,
      advice: '',
    },
    {
      file: 'src/routes/account/+page.svelte',
      code: `<script${lang}>
  import SignInButton from '$lib/SignInButton.svelte';
${project.typescript ? "  import type { PageData } from './$types';\n" : ''}
  let { data }${data} = $props();
</script>

<p>Signed in as {data.session.user.name}.</p>
<SignInButton session={data.session} />
`,
      isDone: () => true,
      advice: '',
    },
  ]
}
