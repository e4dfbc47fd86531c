import { readFile } from 'node:fs/promises'
import { CommandError, didYouMean } from './context.js'
import { folders, pagePath, providerModule } from './package-files.js'
import type { Variable } from './project/env-file.js'
import type { Project } from './project/project.js'

/** The data of a provider that commands need: from the package's own provider and from the catalogue. */
export interface ProviderEntry {
  readonly id: string
  /** The function that `authwright/providers/<id>` exports. */
  readonly factory: string
  readonly name: string
  readonly type: 'oauth' | 'oidc'
  /** The fixed or default issuer. */
  readonly issuer: string | undefined
  /** Other names of the issuer, in its metadata or its ID tokens. */
  readonly issuerAliases: readonly string[]
  /** The variable of the issuer. A provider with a fixed issuer reads none. */
  readonly issuerVariable: string | undefined
  /** Source of its argument, or empty. */
  readonly options: string
  /** Variables it reads, beginning with `AUTH_`. */
  readonly variables: readonly string[]
  /** Instructions for providers with a console: the object to create, and where. */
  readonly registration:
    | { readonly create: string; readonly console: string; readonly field?: string }
    | undefined
}

interface Catalogue {
  readonly providers: Readonly<
    Record<
      string,
      { console: string; create: string; callback?: string; options?: string; variables?: readonly string[] }
    >
  >
}

/** The ids of all OAuth and OpenID Connect providers of the package. */
export async function providerIds(): Promise<readonly string[]> {
  return Object.keys((await readCatalogue()).providers)
}

/** @throws CommandError for an id that the package does not have */
export async function readProvider(id: string): Promise<ProviderEntry> {
  const { providers } = await readCatalogue()
  const listed = Object.hasOwn(providers, id) ? providers[id] : undefined
  if (listed === undefined) {
    throw new CommandError(
      `There is no provider "${id}".${didYouMean(id, Object.keys(providers))} For any other OpenID Provider, use oidc(): see ${pagePath('configuration.md')}.`,
    )
  }
  const module = (await import(providerModule(id).href)) as Record<string, unknown>
  for (const [factory, create] of Object.entries(module)) {
    if (typeof create !== 'function' || create.length > 1) continue
    const provider = (create as (options: object) => ProviderData)({})
    if (provider.type !== 'oauth' && provider.type !== 'oidc') continue
    const variables = [
      ...(listed.variables ?? ['ID', 'SECRET']),
      ...(needsIssuer(provider) ? ['ISSUER'] : []),
    ]
    return {
      id,
      factory,
      name: provider.name,
      type: provider.type,
      issuer: provider.issuer ?? provider.defaultIssuer,
      issuerAliases: provider.issuerAliases ?? [],
      issuerVariable: provider.issuer === undefined ? variableName(id, 'ISSUER') : undefined,
      options: listed.options ?? '',
      variables: variables.map((what) => variableName(id, what)),
      registration: {
        create: listed.create,
        console: listed.console,
        ...(listed.callback !== undefined && { field: listed.callback }),
      },
    }
  }
  throw new CommandError(`The provider "${id}" has no function to create it. Report this as a bug.`)
}

/** The `.env` variables of a provider, with a comment that says where to find their values. */
export function variablesOf(
  project: Project,
  { id, name, variables, registration }: ProviderEntry,
): Variable[] {
  return variables.map((variable, index) => ({
    name: variable,
    value: '',
    ...(index === 0 &&
      registration && {
        comment: `${name}: create ${registration.create} at ${registration.console}, with the callback URL ${callbackUrl(project, id)}`,
      }),
  }))
}

export function callbackUrl({ origin, basePath }: Project, id: string): string {
  return `${origin}${basePath}/callback/${id}`
}

/** The variable that an option of a provider is read from. */
export function variableName(id: string, what: string): string {
  return `AUTH_${id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_${what}`
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

function needsIssuer({ type, issuer, defaultIssuer, authorization, token, userinfo }: ProviderData): boolean {
  const hasPlace = JSON.stringify([authorization, token, userinfo]).includes('{issuer}')
  return (type === 'oidc' || hasPlace) && issuer === undefined && defaultIssuer === undefined
}

async function readCatalogue(): Promise<Catalogue> {
  return JSON.parse(await readFile(folders.catalogue, 'utf8')) as Catalogue
}
