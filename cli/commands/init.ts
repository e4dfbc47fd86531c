import path from 'node:path'
import { type AdapterName, adapterNames, planAdapter } from '../adapters.js'
import { type CommandContext, CommandError } from '../context.js'
import { pagePath } from '../package-files.js'
import { applyChanges, type Change, install, isInstalled } from '../project/changes.js'
import {
  changeEnvFile,
  changeGitignore,
  createSecret,
  envFileOf,
  type Variable,
} from '../project/env-file.js'
import { type Framework, frameworks } from '../project/framework-defaults.js'
import { unsupportedNode } from '../project/node-version.js'
import { isWorkspaceRoot, type Project, readProject, sourceFiles } from '../project/project.js'
import { outdatedFrameworks } from '../project/requirements.js'
import { withServerPort } from '../project/server-modules.js'
import { format, readStyle } from '../project/style.js'
import { developmentUrl, providerIds, readProvider, variablesOf } from '../providers.js'
import { addAccountLink } from '../templates/account-link.js'
import { authModule, findAuthFile, realIds } from '../templates/auth-module.js'
import { nextFiles } from '../templates/next.js'
import { nuxtFiles } from '../templates/nuxt.js'
import type { PlannedFile, TemplateInput } from '../templates/plan.js'
import { readme } from '../templates/readme.js'
import { serverFiles } from '../templates/server.js'
import { solidStartFiles } from '../templates/solid-start.js'
import { localCommand, productionCommand, startCommand } from '../templates/start-command.js'
import { environmentFile, svelteKitFiles } from '../templates/sveltekit.js'

export interface InitOptions {
  readonly framework?: string | undefined
  /** Ids of providers; `dev` is a page of test users in development. */
  readonly provider?: readonly string[] | undefined
  readonly adapter?: string | undefined
  readonly dryRun: boolean
  readonly install: boolean
}

const templates: Readonly<Record<Framework, (input: TemplateInput) => readonly PlannedFile[]>> = {
  next: nextFiles,
  sveltekit: svelteKitFiles,
  'solid-start': solidStartFiles,
  nuxt: nuxtFiles,
  hono: serverFiles,
  express: serverFiles,
  node: serverFiles,
}

const frameworksWithoutTemplates: readonly (readonly [
  packageName: string,
  title: string,
  section: string,
])[] = [
  ['astro', 'Astro', 'astro'],
  ['@react-router/dev', 'React Router', 'react-router-7-and-8'],
  ['@tanstack/react-start', 'TanStack Start', 'tanstack-start'],
  ['fastify', 'Fastify', 'servers'],
  ['koa', 'Koa', 'servers'],
  ['elysia', 'Elysia', 'servers'],
]

export async function init(context: CommandContext, options: InitOptions): Promise<void> {
  const framework = oneOf('framework', options.framework, frameworks)
  const project = withServerPort(await readProject(context.cwd, framework))
  if (framework === undefined && project.framework === 'node') {
    refuseWithoutTemplates(project)
    refuseWorkspaceRoot(project)
  }
  const version = project.major === undefined ? '' : ` ${project.major}`
  const language = project.typescript ? 'TypeScript' : 'JavaScript'
  context.print(`${project.traits.title}${version}, ${language}, ${project.packageManager}\n\n`)
  const unsupported = unsupportedNode(project)
  if (unsupported !== undefined) context.warn(unsupported)
  const outdated = await outdatedFrameworks(project)
  if (outdated !== undefined) context.warn(outdated)

  const authFile = findAuthFile(project)
  const configured = project.exists(authFile)
  if (configured && (options.provider ?? options.adapter) !== undefined)
    context.warn(
      `${authFile} exists, so --provider and --adapter change nothing. Add providers and a database with authwright add.`,
    )
  const ids = configured ? [] : await chooseProviders(context, options.provider)
  const adapter = configured ? undefined : await chooseAdapter(context, options.adapter)
  const part = adapter && (await planAdapter(project, adapter, authFile))
  const style = readStyle(project)
  const variables: Variable[] = [
    { name: 'AUTH_SECRET', value: createSecret() },
    ...(await Promise.all((ids.length === 0 ? [] : realIds(ids)).map(readProvider))).flatMap((provider) =>
      variablesOf(project, provider),
    ),
    ...(part?.variables ?? []),
  ]
  const withAccountLink = (file: PlannedFile): PlannedFile => ({
    ...file,
    code: (part && addAccountLink(file.code, project)) ?? file.code,
  })
  const planned = [
    ...(configured ? [] : [await authModule(project, authFile, ids, part)]),
    ...templates[project.framework]({ project, authFile }).map(withAccountLink),
    ...(project.framework === 'sveltekit' && (project.major ?? 0) >= 3
      ? [environmentFile(project, variables)]
      : []),
    ...(configured ? [] : readme(project, authFile)),
  ]
  const changes: Change[] = []
  const refused: { file: string; advice: string }[] = []
  for (const file of planned) {
    const change = await changeOf(project, file, (code) => format(project, style, file.file, code))
    if (change === 'refused') refused.push({ file: file.file, advice: file.advice })
    else if (change) changes.push(change)
  }
  changes.push(...(part?.files ?? []))
  for (const change of [
    changeEnvFile(project, variables),
    changeGitignore(project, [
      { pattern: envFileOf(project), example: envFileOf(project) },
      ...(part?.ignored ?? []),
    ]),
  ]) {
    if (change) changes.push(change)
  }

  const { written, unchanged } = await applyChanges(context, project, changes, options)
  if (written.length > 0) context.print(`Wrote\n${written.map((file) => `  ${file}\n`).join('')}`)
  const needed = [
    'authwright',
    // The written components import this package, and the bare template of SolidStart lacks it.
    ...(project.framework === 'solid-start' ? ['@solidjs/router'] : []),
    ...(part?.packages ?? []),
  ]
  const missing = needed.filter((name) => !isInstalled(project, name))
  const failure = await install(context, project, missing, options)
  if (options.dryRun) return
  if (written.length === 0 && missing.length === 0)
    context.print('Everything is in place. Nothing changed.\n')
  for (const { file, advice } of [...unchanged, ...refused]) {
    context.print(
      `\n${file} already exists and was not changed. Add this to it:\n${advice.replaceAll(/^/gm, '  ')}\n`,
    )
  }
  for (const note of part?.notes ?? []) context.print(`\n${note}\n`)
  if (written.includes(authFile)) {
    const required = (part?.variables ?? []).map(({ name }) => name)
    const names = variables.map(({ name }) => name).filter((name) => name !== 'AUTH_SECRET')
    const providers = await Promise.all(realIds(ids).map(readProvider))
    const callbackUrls = providers.map(
      (provider) => `  callback URL of ${provider.id}: ${developmentUrl(project, provider)}\n`,
    )
    if (ids.includes('dev')) {
      const first = required.length > 0 ? `set ${required.join(', ')} in ${envFileOf(project)}, ` : ''
      const replacesDev = ids.length === 1 ? `, and replace dev() with the provider in ${authFile}` : ''
      const later = names.filter((name) => !required.includes(name))
      context.print(
        `\nNext: ${first}${startCommand(project)}, open ${project.origin}/account, and sign in as a test user.\n` +
          `\nLater, with real accounts: set ${later.join(', ')}.\n${callbackUrls.join('')}` +
          `  on this machine: set them in ${envFileOf(project)}${replacesDev}\n`,
      )
    } else {
      context.print(
        `\nNext: set ${names.join(', ')} in ${envFileOf(project)},\n${callbackUrls.join('')}` +
          `${startCommand(project)}, and open ${project.origin}/account, which leads to the sign-in page.\n`,
      )
    }
    const production = productionCommand(project)
    if (production !== undefined)
      context.print(
        `\nIn production: ${production}\n\nPut both commands into the scripts dev and start of package.json.\n`,
      )
    const additions = [...(ids.includes('google') ? [] : ['google']), ...(part ? [] : ['sqlite']), 'password']
    const commands = [...additions.map((each) => `add ${each}`), 'doctor']
    const command = localCommand(project)
    context.print(`\nMore: ${commands.map((each) => `${command} ${each}`).join(', ')}\n`)
  }
  if (failure) throw failure
}

/** Refuses a framework without templates. Otherwise, `init` would write the files for Node.js, which start a second server. */
function refuseWithoutTemplates({ depends }: Project): void {
  const [, title, section] = frameworksWithoutTemplates.find(([name]) => depends(name)) ?? []
  if (title === undefined) return
  throw new CommandError(
    `init writes no files for ${title}. Write the files that ${pagePath(`other-frameworks.md#${section}`)} shows, and run npx authwright secret --write. Then npx authwright add works.`,
  )
}

function refuseWorkspaceRoot(project: Project): void {
  const packages = sourceFiles(project, /^package[.]json$/).filter((file) => file !== 'package.json')
  if (!isWorkspaceRoot(project) || packages.length === 0) return
  const folders = packages.map((file) => path.posix.dirname(file)).join(', ')
  throw new CommandError(
    `This folder is the root of a workspace. Run init in the folder of the application: ${folders}. Or pass --framework node, if the application is in this folder.`,
  )
}

/** Returns `'refused'` if only the user can add the code. */
async function changeOf(
  project: Project,
  planned: PlannedFile,
  formatCode: (code: string) => Promise<string>,
): Promise<Change | 'refused' | undefined> {
  const { file, code, isDone, merge, advice } = planned
  const before = project.read(file)
  if (before === undefined)
    return code === '' ? 'refused' : { file, after: await formatCode(code), mode: 'create' }
  if (isDone(before)) return undefined
  const merged = merge?.(before)
  if (merged) return { file, after: withLineEndsOf(before, merged.text), mode: merged.mode, advice }
  return code === '' ? 'refused' : { file, after: await formatCode(code), mode: 'replace', advice }
}

function withLineEndsOf(before: string, after: string): string {
  const isWindows = before.includes('\r\n') && !/(?<!\r)\n/.test(before)
  return isWindows ? after.replaceAll(/\r?\n/g, '\r\n') : after
}

async function chooseProviders(
  { prompts }: CommandContext,
  chosen: readonly string[] | undefined,
): Promise<readonly string[]> {
  if (chosen?.length) {
    // `readProvider` throws for an unknown id.
    for (const id of chosen) if (id !== 'dev') await readProvider(id)
    return [...new Set(chosen)]
  }
  if (!prompts) return ['dev']
  const popular = [
    'github',
    'google',
    'microsoft-entra-id',
    'discord',
    'apple',
    'gitlab',
    'keycloak',
    'auth0',
    'okta',
  ]
  const allIds = await providerIds()
  return prompts.multiselect(
    `Providers (npx authwright add knows all ${allIds.length})`,
    [
      {
        value: 'dev',
        label: 'dev',
        hint: 'test users in development; if no other provider is selected, GitHub in production',
      },
      ...popular.map((id) => ({ value: id, label: id })),
    ],
    ['dev'],
  )
}

async function chooseAdapter(
  { prompts }: CommandContext,
  flag: string | undefined,
): Promise<AdapterName | undefined> {
  const name = oneOf('adapter', flag, [...adapterNames, 'none'])
  if (name !== undefined || !prompts) return name === 'none' ? undefined : name
  const chosen = await prompts.select<AdapterName | 'none'>(
    'Database',
    [
      { value: 'none', label: 'none', hint: 'sessions are sealed cookies' },
      { value: 'sqlite', label: 'SQLite', hint: 'a file' },
      { value: 'pg', label: 'PostgreSQL' },
      { value: 'drizzle', label: 'Drizzle', hint: 'your tables' },
      { value: 'kysely', label: 'Kysely', hint: 'your tables' },
      { value: 'prisma', label: 'Prisma', hint: 'your models' },
    ],
    'none',
  )
  return chosen === 'none' ? undefined : chosen
}

function oneOf<const Name extends string>(
  option: string,
  value: string | undefined,
  names: readonly Name[],
): Name | undefined {
  const found = names.find((name) => name === value)
  if (value !== undefined && found === undefined) {
    throw new CommandError(`--${option} must be one of ${names.join(', ')}, not "${value}".`)
  }
  return found
}
