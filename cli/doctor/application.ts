import type { CallExpression, Node } from 'acorn'
import { type CommandContext, CommandError } from '../context.js'
import {
  basePathIn,
  type Configuration,
  callsOf,
  findConfiguration,
  optionIn,
  standsIn,
} from '../edit/chain.js'
import { type EditedModule, importsOf, localName, parseModule, tryParseModule } from '../edit/module.js'
import { developmentVariables } from '../project/env-file.js'
import { importCandidates } from '../project/import-candidates.js'
import { type Project, readProject } from '../project/project.js'
import { withServerPort } from '../project/server-modules.js'
import { type ProviderEntry, providerIds, readProvider } from '../providers.js'
import { findAuthFile, usualAuthFile } from '../templates/auth-module.js'
import { webUrl } from './parse-web-url.js'
import { callsById, type PassedIssuer, passedIssuer, withId } from './provider-call.js'

export interface DoctorOptions {
  /** Whether to check a deployment, without the variables of `.env` files. */
  readonly production: boolean
  /** Whether to send no requests to providers. */
  readonly offline: boolean
}

export interface Application extends DoctorOptions {
  readonly project: Project
  readonly env: Readonly<Record<string, string | undefined>>
  /** The path of the configuration. The file need not exist. */
  readonly authFile: string
  readonly source: ConfigurationSource | undefined
  /** Why the file of the configuration cannot be read. */
  readonly error: string | undefined
  readonly providers: readonly ConfiguredProvider[]
}

export interface ConfigurationSource {
  readonly module: EditedModule
  readonly configuration: Configuration
}

export interface ConfiguredProvider extends ProviderEntry {
  /** The calls of the provider's function. Includes calls within `dev()` only if there are no other calls. */
  readonly calls: readonly CallExpression[]
  readonly passedIssuer: PassedIssuer | undefined
  /** Whether `dev()` replaces the provider during development. */
  readonly standIn: boolean
}

export async function readApplication(context: CommandContext, options: DoctorOptions): Promise<Application> {
  const detected = withServerPort(await readProject(context.cwd))
  const { authFile, source, error } = readSource(detected)
  const env = options.production
    ? { ...context.env, NODE_ENV: 'production' }
    : developmentVariables(detected, context.env)
  const basePath = (source && basePathIn(source.configuration)) ?? pathOfUrl(env) ?? detected.basePath
  return {
    ...options,
    project: { ...detected, basePath },
    env,
    authFile,
    source,
    error,
    providers: source ? await configuredProviders(source, env) : [],
  }
}

function pathOfUrl({ AUTH_URL, NEXTAUTH_URL }: Application['env']): string | undefined {
  return webUrl(AUTH_URL || NEXTAUTH_URL)?.pathname.replace(/\/+$/, '') || undefined
}

/** Returns the error instead of throwing it, so that other checks can run. */
function readSource(project: Project): Pick<Application, 'authFile' | 'source' | 'error'> {
  let authFile = usualAuthFile(project)
  try {
    authFile = findAuthFile(project)
    const module = readModule(project, authFile)
    const modules = module ? [module, ...importedModules(project, authFile, module)] : []
    for (const each of modules) {
      const configuration = findConfiguration(each)
      if (configuration) return { authFile, source: { module: each, configuration }, error: undefined }
    }
    return { authFile, source: undefined, error: undefined }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { authFile, source: undefined, error: error.message.replace(/ Nothing was written[.]$/, '') }
  }
}

function readModule(project: Project, file: string): EditedModule | undefined {
  const text = project.read(file)
  return text === undefined ? undefined : parseModule(file, text)
}

/** The modules that a module imports. If a module only calls `.build()`, one of them may contain the configuration. */
function importedModules(project: Project, file: string, module: EditedModule): readonly EditedModule[] {
  return importsOf(module).flatMap(({ source }) => {
    const existing = importCandidates(project, file, String(source.value)).find(project.exists)
    return (existing !== undefined && tryParseModule(existing, project.read(existing) ?? '')) || []
  })
}

export function configuredOption(
  { project, authFile, source }: Pick<Application, 'project' | 'authFile' | 'source'>,
  name: 'secret' | 'trustHost',
): Node | 'unknown' | undefined {
  if (source === undefined) return project.exists(authFile) ? 'unknown' : undefined
  const option = optionIn(source.configuration, 'options', name)
  return option === undefined && name === 'secret' ? optionIn(source.configuration, 'jwt', name) : option
}

async function configuredProviders(
  { module, configuration }: ConfigurationSource,
  env: Application['env'],
): Promise<readonly ConfiguredProvider[]> {
  const ids = (await providerIds()).filter((id) => module.text.includes(`authwright/providers/${id}`))
  const entries = await Promise.all(ids.map(readProvider))
  const dev = devName(module)
  return entries.flatMap((entry) => {
    const name = localName(module, entry.factory, (from) => from === `authwright/providers/${entry.id}`)
    if (name === undefined) return []
    const calls = callsOf(configuration, name)
    if (calls.length === 0) return []
    const devCalls = dev === undefined ? [] : callsOf(configuration, dev)
    const outside = calls.filter(
      ({ start, end }) => !devCalls.some((devCall) => devCall.start < start && end < devCall.end),
    )
    const standIn = dev !== undefined && standsIn(configuration, dev, name)
    return [...callsById(outside.length > 0 ? outside : calls, entry.id)].map(([id, callsOfId]) => ({
      ...withId(entry, id),
      calls: callsOfId,
      passedIssuer: passedIssuer(callsOfId, env),
      standIn,
    }))
  })
}

export function devName(module: EditedModule): string | undefined {
  return localName(module, 'dev', (from) => from === 'authwright/dev')
}
