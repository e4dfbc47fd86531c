import type { Declaration, Identifier, ModuleDeclaration, Statement } from 'acorn'
import { declaredVariables } from '../edit/declared-variables.js'
import { addImport, declaredNames, editedText, nodesOf, parseModule } from '../edit/module.js'
import { boundNames } from '../edit/nodes.js'
import { envFileOf } from '../project/env-file.js'
import type { Project } from '../project/project.js'
import { readStyle, restyle } from '../project/style.js'
import { classesOf, cornerOf, hasNoColors, hasTailwind, rulesOf } from './page-styles.js'
import { extensions, homeAdvice, type PlannedFile, register, type TemplateInput } from './plan.js'

export function svelteKitFiles({ project, authFile }: TemplateInput): readonly PlannedFile[] {
  const { code } = extensions(project)
  const auth = (file: string) => project.specifier(file, authFile)
  const hooks = project.exists('src/hooks.server.js') ? 'src/hooks.server.js' : `src/hooks.server.${code}`
  const types = 'src/app.d.ts'
  const button = 'src/lib/SignInButton.svelte'
  const page = `src/routes/account/+page.server.${code}`
  // SvelteKit 3 has no $lib.
  const lib = (project.major ?? 2) >= 3 ? '../../lib' : '$lib'
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

  const look = (part: Parameters<typeof classesOf>[0]) =>
    `class="${hasTailwind(project) ? classesOf(part) : part}"`
  const pageStyles = hasTailwind(project)
    ? ''
    : `\n<style>\n${rulesOf(['page', 'card', 'avatar', 'title', 'detail'], { indent: '  ' })}</style>\n`

  return [
    {
      file: hooks,
      code: `export { handle } from '${auth(hooks)}';
`,
      isDone: (text) => text.includes(`'${auth(hooks)}'`) || text.includes(`"${auth(hooks)}"`),
      merge: (text) => sequenceHandle(hooks, text, auth(hooks)),
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

${register}`,
            isDone: (text: string) => text.includes('AuthLocals'),
            merge: (text: string) => addLocals(types, text, auth(types)),
            advice: `import type { AuthLocals } from 'authwright/sveltekit'\nimport type { auth } from '${auth(types)}'\nand in namespace App of declare global: interface Locals extends AuthLocals<typeof auth> {}\nand at the end:\n${register.trimEnd()}`,
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

<div>
  {#if session}
    <SignOut options={{ redirectTo: '/' }} />
  {:else}
    <SignIn options={{ redirectTo: '/account' }} />
  {/if}
</div>

<style>
${rulesOf(['button'], { indent: '  ', selectors: { button: 'div :global(button)' } })}</style>
`,
      isDone: () => true,
      advice: '',
    },
    ...(project.exists(button) ? [] : homeFiles(project, lib)),
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
  import SignInButton from '${lib}/SignInButton.svelte';
${project.typescript ? "  import type { PageData } from './$types';\n" : ''}
  let { data }${data} = $props();
  let user = $derived(data.session.user);
  let name = $derived(user.name ?? user.email ?? 'a user without a name');
</script>

<svelte:head>
  <title>Account</title>
${hasNoColors(project) ? `  ${colorScheme}\n` : ''}</svelte:head>

<main ${look('page')}>
  <section ${look('card')}>
    <span aria-hidden="true" ${look('avatar')}>{Array.from(name)[0]}</span>
    <h1 ${look('title')}>Signed in as {name}.</h1>
    {#if user.name}<p ${look('detail')}>{user.email}</p>{/if}
    <SignInButton session={data.session} />
  </section>
</main>
${pageStyles}`,
      isDone: () => true,
      advice: '',
    },
  ]
}

const colorScheme = '<meta name="color-scheme" content="light dark" />'

function homeFiles(project: Project, lib: string): readonly PlannedFile[] {
  const home = 'src/routes/+page.svelte'
  const text = project.read(home)
  const loaders = ['+page.server', '+page', '+layout.server', '+layout'].flatMap((name) =>
    ['ts', 'js'].map((end) => `src/routes/${name}.${end}`),
  )
  if (text === undefined) return []
  if (text.includes('<script') || loaders.some(project.exists)) {
    return [
      homeAdvice(
        home,
        `<script>: import SignInButton from '${lib.replace('../../', '../')}/SignInButton.svelte'
where it belongs: <SignInButton session={data.session} />
and in load() of src/routes/+page.server.${extensions(project).code}: session: await locals.auth()`,
      ),
    ]
  }
  const { typescript } = project
  const types = typescript ? "  import type { PageData } from './$types';\n" : ''
  const hasTitle = [home, 'src/app.html', 'src/routes/+layout.svelte'].some((file) =>
    project.read(file)?.includes('<title'),
  )
  const head = [
    ...(hasTitle ? [] : ['  <title>Home</title>\n']),
    ...(hasNoColors(project) ? [`  ${colorScheme}\n`] : []),
  ]
  const script = `<script${typescript ? ' lang="ts"' : ''}>
  import SignInButton from '${lib.replace('../../', '../')}/SignInButton.svelte';
${types}
  let { data }${typescript ? ': { data: PageData }' : ''} = $props();
</script>

${head.length > 0 ? `<svelte:head>\n${head.join('')}</svelte:head>\n\n` : ''}<header ${cornerOf(project)}>
  <SignInButton session={data.session} />
</header>

`
  return [
    {
      file: home,
      code: '',
      isDone: () => false,
      merge: () => ({ text: `${restyle(script, readStyle(project))}${text}`, mode: 'insert' }),
      advice: '',
    },
    {
      file: `src/routes/+page.server.${extensions(project).code}`,
      code: typescript
        ? `import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals }) => ({ session: await locals.auth() });
`
        : 'export const load = async ({ locals }) => ({ session: await locals.auth() });\n',
      isDone: () => true,
      advice: '',
    },
  ]
}

/** The file that declares variables, because SvelteKit 3 reads only declared variables from the `.env` file. */
export function environmentFile(
  project: Project,
  variables: readonly { readonly name: string }[],
): PlannedFile {
  const file = ['src/env.ts', 'src/env.js'].find(project.exists)
  const declared = variables.map(({ name }) => `  ${name}: {},\n`).join('')
  const call = `export const variables = defineEnvVars({\n${declared}})`
  return {
    file: file ?? `src/env.${extensions(project).code}`,
    // An existing file contains declarations of the user, so it is not replaced.
    code:
      file === undefined
        ? `import { defineEnvVars } from '@sveltejs/kit/env';\n\n// SvelteKit reads these from ${envFileOf(project)}.\n${call};\n`
        : '',
    isDone: (text) => {
      const declared = declaredVariables(parseModule(file ?? 'src/env.ts', text))
      return variables.every(({ name }) => declared.has(name))
    },
    advice: `import { defineEnvVars } from '@sveltejs/kit/env'\n${call}`,
  }
}

function sequenceHandle(
  file: string,
  text: string,
  authModule: string,
): { text: string; mode: 'insert' | 'replace' } | undefined {
  const module = parseModule(file, text)
  const { program, edits, quote, end, newline } = module
  if (!program.body.some(exportsHandle)) {
    // The file contains only other hooks, such as `handleError`.
    edits.append(`${newline}export { handle } from ${quote}${authModule}${quote}${end}${newline}`)
    return { text: edits.toString(), mode: 'insert' }
  }
  const [hook] = program.body.flatMap((statement) => {
    const name = statement.type === 'ExportNamedDeclaration' && declaredName(statement.declaration)
    return name && name.name === 'handle' ? [{ statement, name }] : []
  })
  const uses = [...nodesOf(program)].filter(
    (node) => node.type === 'Identifier' && (node as { name?: string }).name === 'handle',
  )
  if (hook === undefined || uses.length > 1 || declaredNames(module).has('handleRequests')) return undefined
  edits.appendLeft(hook.name.start + 'handle'.length, 'Requests')
  edits.remove(hook.statement.start, hook.statement.start + 'export '.length)
  const sequence = addImport(module, 'sequence', '@sveltejs/kit/hooks')
  const authenticate = addImport(module, 'handle', authModule, ['handle', 'authenticate', 'handleSignIn'])
  edits.append(`${newline}export const handle = ${sequence}(${authenticate}, handleRequests)${end}${newline}`)
  return { text: editedText(module), mode: 'replace' }
}

/** Whether a statement exports the name `handle`, or may export it from another module. */
function exportsHandle(statement: Statement | ModuleDeclaration): boolean {
  if (statement.type === 'ExportAllDeclaration') return true
  if (statement.type !== 'ExportNamedDeclaration') return false
  const { declaration, specifiers } = statement
  const names =
    declaration?.type === 'VariableDeclaration'
      ? declaration.declarations.flatMap(({ id }) => boundNames(id))
      : [declaredName(declaration)?.name]
  return (
    names.includes('handle') ||
    specifiers.some(({ exported }) => exported.type === 'Identifier' && exported.name === 'handle')
  )
}

function declaredName(declaration: Declaration | null | undefined): Identifier | undefined {
  if (declaration?.type === 'FunctionDeclaration') return declaration.id
  if (declaration?.type !== 'VariableDeclaration') return undefined
  const [first, ...others] = declaration.declarations
  return first?.id.type === 'Identifier' && others.length === 0 ? first.id : undefined
}

function addLocals(
  file: string,
  text: string,
  authModule: string,
): { text: string; mode: 'insert' | 'replace' } | undefined {
  const module = parseModule(file, text)
  const { program, edits, quote, end, newline } = module
  if ([...nodesOf(program)].some((node) => isInterface(node, 'Locals'))) return undefined
  // The imports below turn the file into a module. In a module, a namespace is global only inside
  // `declare global`.
  const globals = program.body.filter((node) => isModule(node, 'global'))
  const namespace = globals.flatMap((node) => [...nodesOf(node)]).find((node) => isModule(node, 'App')) as
    | { body?: { start: number; end: number } }
    | undefined
  if (namespace?.body === undefined) return undefined
  const start = namespace.body.start + 1
  const indent = text.slice(start).match(/\n([ \t]+)/)?.[1] ?? '    '
  edits.appendLeft(start, `${newline}${indent}interface Locals extends AuthLocals<typeof auth> {}`)
  const outer = indent.slice(0, indent.length / 2)
  const semicolon = end === '' && /;\s*$/.test(text) ? ';' : end
  edits.prepend(
    [
      `import type { AuthLocals } from ${quote}authwright/sveltekit${quote}${semicolon}`,
      `import type { auth } from ${quote}${authModule}${quote}${semicolon}`,
      '',
      '',
    ].join(newline),
  )
  edits.append(
    [
      text.endsWith('\n') ? '' : newline,
      `declare module ${quote}authwright${quote} {`,
      `${outer}interface Register {`,
      `${outer}${outer}auth: typeof auth${semicolon}`,
      `${outer}}`,
      '}',
      '',
    ].join(newline),
  )
  return { text: edits.toString(), mode: 'insert' }
}

function isInterface(node: { type: string }, name: string): boolean {
  return node.type === 'TSInterfaceDeclaration' && (node as { id?: { name?: string } }).id?.name === name
}

function isModule(node: { type: string }, name: string): boolean {
  return node.type === 'TSModuleDeclaration' && (node as { id?: { name?: string } }).id?.name === name
}
