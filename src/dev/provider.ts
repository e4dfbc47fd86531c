import { lazily } from '../model/lazily.js'
import { parseUrl } from '../model/parse-url.js'
import type {
  LocalServer,
  LocalServerContext,
  OpenLocalServer,
  ServedProvider,
} from '../providers/kinds/local-server.js'
import type { RouteResult } from '../runtime/core/http/route-result.js'
import type { RouteContext } from '../runtime/core/route.js'
import { oauth } from '../runtime/features/oauth/feature.js'
import type { OAuthFeature } from '../runtime/features/oauth/openid-extension.js'
import { oidc } from '../runtime/features/oidc/feature.js'
import { buildRefusal } from './build-refusal.js'
import type { DevOptions, OAuthLike } from './options.js'

type LoadServer = () => Promise<typeof import('./server.js')>

export type AnyDevOptions =
  | DevOptions<string, object, object>
  | { readonly as: OAuthLike; readonly users?: readonly object[] | undefined }

const CLIENT_ID = 'development'

/** @param load - `undefined` in a production bundle, which does not contain the server's code. */
export function developmentProvider(options: AnyDevOptions, load: LoadServer | undefined): object {
  const replaced = options.as && keptFields(options.as)
  const id = String(replaced?.['id'] ?? (options as DevOptions<string>).id ?? 'dev')
  const issuer = `http://dev.localhost/${encodeURIComponent(id)}`
  const { type = 'oidc', name, authorization, profile } = { ...options, ...replaced } as Partial<OAuthLike>
  const shownName = replaced ? `${name ?? id} (development)` : (name ?? 'a test user')
  const opened = new WeakMap<LocalServerContext, OpenLocalServer>()
  const server: LocalServer = {
    problem: () => buildRefusal(id, !load),
    open(context) {
      const existing = opened.get(context)
      if (existing) return existing
      const current = lazily(async () => {
        const { openServer } = await loaded(load)
        const { users } = options
        return openServer(
          { id, name: shownName, type: type as 'oauth' | 'oidc', issuer, clientId: CLIENT_ID, users },
          context,
        )
      })
      const openedServer: OpenLocalServer = {
        fetch: async (url, init) => (await current()).fetch(url, init),
        authorize: async (request) => (await current()).authorize(request),
      }
      opened.set(context, openedServer)
      return openedServer
    },
  }
  const provider: OAuthLike & ServedProvider = {
    ...(replaced as Partial<OAuthLike>),
    '~feature': withPage(type === 'oauth' ? oauth : oidc, load),
    ...(profile && { profile: options.users ? profile : explained(profile, shownName) }),
    id,
    name: shownName,
    type: type as 'oidc',
    issuer,
    authorization: { params: scopeOf(authorization) },
    clientId: CLIENT_ID,
    client: { token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'ES256' },
    checks: type === 'oidc' ? ['pkce', 'state', 'nonce'] : ['pkce', 'state'],
    '~server': server,
  }
  return provider
}

/** Adds the route of the page on which the developer chooses a user. */
function withPage(feature: OAuthFeature, load: LoadServer | undefined): OAuthFeature {
  const page = async (context: RouteContext): Promise<RouteResult> =>
    (await loaded(load)).authorizationEndpoint(context)
  const dev = {
    name: 'dev',
    version: 1,
    '~package': 'authwright',
    routes: { dev: { provider: 'required', GET: page, POST: page } },
  } as const
  const { name, types, flow, openId } = feature
  return {
    name: `dev-${name}`,
    version: 1,
    '~package': 'authwright',
    extends: [feature, dev],
    ...(types && { types }),
    ...(flow && { flow }),
    ...(openId && { openId }),
  }
}

type ProfileFunction = NonNullable<OAuthLike['profile']>

/** Adds an explanation to a failure of `profile()`, because the default users can lack fields that it reads. */
function explained(profile: ProfileFunction, name: string): ProfileFunction {
  return async (raw, tokens) => {
    let cause: unknown
    try {
      const user = await profile(raw, tokens)
      if (user?.id) return user
    } catch (error) {
      cause = error
    }
    throw new Error(
      `\`profile()\` of ${name} threw an error, or returned no user with an id. The default users of dev() have only the fields that most providers return: pass the option \`users\`.`,
      { cause },
    )
  }
}

const REMOTE_SETTINGS: ReadonlySet<string> = new Set([
  ...[
    'issuer',
    'defaultIssuer',
    'wellKnown',
    'token',
    'userinfo',
    'endSession',
    'revocation',
    'backchannelLogout',
    'allowPrivateNetwork',
    'redirectProxyUrl',
  ],
  ...['clientSecret', 'clientSecretKey', 'idToken', 'tokenIssuer', 'tenants', 'userParameter', 'options'],
  ...['allowOtherAudiences', 'issuerAliases'],
])

/** Leaves out the settings of the remote server, and symbols such as `customFetch`. */
function keptFields(provider: OAuthLike): Record<string, unknown> {
  const { options } = provider as { options?: object }
  const fields = Object.entries({ ...provider, ...options })
  return Object.fromEntries(
    fields.filter(([name, value]) => !REMOTE_SETTINGS.has(name) && value !== undefined),
  )
}

/** The scope of the replaced provider. It is kept, because it is stored with the account. */
function scopeOf(authorization: OAuthLike['authorization']): { scope?: string } {
  const scope =
    typeof authorization === 'string'
      ? parseUrl(authorization)?.searchParams.get('scope') || undefined
      : authorization?.params?.scope
  return scope === undefined ? {} : { scope }
}

function loaded(load: LoadServer | undefined): ReturnType<LoadServer> {
  return load
    ? load()
    : Promise.reject(new Error('The development provider is not part of a production bundle.'))
}
