import { readFile } from 'node:fs/promises'
import { CommandError, didYouMean } from './context.js'
import { packageFiles, pagePath, providerModule } from './package-files.js'
import type { Variable } from './project/env-file.js'
import type { Project } from './project/project.js'

export interface ProviderEntry {
  readonly id: string
  /** The function that `authwright/providers/<id>` exports. */
  readonly factory: string
  readonly name: string
  readonly type: 'oauth' | 'oidc'
  /** The fixed or default issuer. */
  readonly issuer: string | undefined
  readonly issuerAliases: readonly string[]
  /** `undefined` if the issuer is fixed. */
  readonly issuerVariable: string | undefined
  /** Source code of the argument of `factory`. */
  readonly options: string
  readonly variables: readonly string[]
  /** Texts about the provider's console. `field` is the name of the field for the callback URL. */
  readonly registration: { readonly create: string; readonly console: string; readonly field?: string }
  /** Whether the provider accepts only `https:` callback URLs, even during development. */
  readonly needsHttps: boolean
}

interface Catalogue {
  readonly providers: Readonly<
    Record<
      string,
      {
        console: string
        create: string
        callback?: string
        localhost?: boolean
        options?: string
        variables?: readonly string[]
      }
    >
  >
}

export async function providerIds(): Promise<readonly string[]> {
  return Object.keys((await readCatalogue()).providers)
}

export async function readProvider(id: string): Promise<ProviderEntry> {
  const { providers } = await readCatalogue()
  const entry = Object.hasOwn(providers, id) ? providers[id] : undefined
  if (entry === undefined) {
    throw new CommandError(
      `There is no provider "${id}".${didYouMean(id, Object.keys(providers))} For any other OpenID Provider, use oidc(): see ${pagePath('configuration.md')}.`,
    )
  }
  const module = (await import(providerModule(id).href)) as Record<string, unknown>
  for (const [factory, create] of Object.entries(module)) {
    if (typeof create !== 'function' || create.length > 1) continue
    const provider = (create as (options: object) => ProviderData)({})
    if (provider.type !== 'oauth' && provider.type !== 'oidc') continue
    const { options = '' } = entry
    const suffixes = [...(entry.variables ?? ['ID', 'SECRET']), ...(needsIssuer(provider) ? ['ISSUER'] : [])]
    const read = options.match(/(?<=\bprocess[.]env[.])\w+/g) ?? []
    return {
      id,
      factory,
      name: provider.name,
      type: provider.type,
      issuer: provider.issuer ?? provider.defaultIssuer,
      issuerAliases: provider.issuerAliases ?? [],
      issuerVariable: provider.issuer === undefined ? variableName(id, 'ISSUER') : undefined,
      options,
      variables: [...suffixes.map((suffix) => variableName(id, suffix)), ...read],
      registration: {
        create: entry.create,
        console: entry.console,
        ...(entry.callback !== undefined && { field: entry.callback }),
      },
      needsHttps: entry.localhost === false,
    }
  }
  throw new CommandError(`The provider "${id}" has no function to create it. Report this as a bug.`)
}

export function variablesOf(
  project: Project,
  { id, name, variables, registration, needsHttps }: ProviderEntry,
): Variable[] {
  return variables.map((variable, index) => ({
    name: variable,
    value: '',
    ...(index === 0 && {
      comment: `${name}: create ${registration.create} at ${registration.console}, with the callback URL ${developmentUrl(project, { id, needsHttps })}`,
    }),
  }))
}

export function callbackUrl({ origin, basePath }: Project, id: string): string {
  return `${origin}${basePath}/callback/${id}`
}

/** The callback URL for development. A provider that refuses `http:` needs the URL of a tunnel. */
export function developmentUrl(
  project: Project,
  { id, needsHttps }: Pick<ProviderEntry, 'id' | 'needsHttps'>,
): string {
  return callbackUrl(needsHttps ? { ...project, origin: 'https://<your application>' } : project, id)
}

export function variableName(id: string, suffix: string): string {
  return `AUTH_${id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_${suffix}`
}

interface ProviderData {
  readonly type: string
  readonly name: string
  readonly issuer?: string
  readonly defaultIssuer?: string
  readonly issuerAliases?: readonly string[]
  readonly authorization?: unknown
  readonly token?: unknown
  readonly userinfo?: unknown
}

/** Whether the issuer must be set, for discovery or for the URL of an endpoint. */
function needsIssuer({ type, issuer, defaultIssuer, authorization, token, userinfo }: ProviderData): boolean {
  const hasPlaceholder = JSON.stringify([authorization, token, userinfo]).includes('{issuer}')
  return (type === 'oidc' || hasPlaceholder) && issuer === undefined && defaultIssuer === undefined
}

async function readCatalogue(): Promise<Catalogue> {
  return JSON.parse(await readFile(packageFiles.catalogue, 'utf8')) as Catalogue
}
