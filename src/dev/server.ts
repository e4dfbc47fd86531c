import { sha256Base64url } from '#crypto'
import type {
  AuthorizationPage,
  AuthorizationPageRequest,
  LocalServerContext,
  OpenLocalServer,
} from '../providers/kinds/local-server.js'
import { type Params, textParam } from '../runtime/core/http/params.js'
import { withQuery } from '../runtime/core/http/redirects.js'
import { defaultUsers } from './default-users.js'
import type { ServerOptions } from './options.js'
import { chosenUser, renderRefusedPage, renderUsersPage } from './page.js'
import { remoteSign } from './this-machine.js'
import { createTokens, type Grant, sealerFor, tokenError } from './tokens.js'

export { authorizationEndpoint } from './authorization-endpoint.js'

const CODE_AGE_SECONDS = 60

/** The maximum number of characters of a code, which is part of a URL. */
const MAX_CODE_LENGTH = 6_000

/** The content of a code. The code is sealed, so that another process can redeem it. */
interface Code extends Grant {
  readonly challenge: string
  readonly redirectUri: string
  readonly jti: string
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowSteps */
export function openServer(options: ServerOptions, context: LocalServerContext): OpenLocalServer {
  const { id, issuer, clientId, type } = options
  const { clock, store } = context
  const users = (options.users ?? defaultUsers(id, type === 'oidc')) as readonly Record<string, unknown>[]
  const codes = sealerFor('code', id, context)
  const tokens = createTokens(options, context)

  const redeem = async (form: Params): Promise<Response> => {
    if (textParam(form, 'client_id') !== clientId) return tokenError('invalid_client')
    if (form['grant_type'] === 'refresh_token') return tokens.refresh(textParam(form, 'refresh_token') ?? '')
    if (form['grant_type'] !== 'authorization_code') return tokenError('unsupported_grant_type')
    const code = (await codes.open(textParam(form, 'code') ?? '')) as Code | null
    const verifier = textParam(form, 'code_verifier')
    if (
      !code ||
      verifier === undefined ||
      code.redirectUri !== form['redirect_uri'] ||
      code.challenge !== (await sha256Base64url(verifier)) ||
      !(await store.compareAndSet(`dev-code:${code.jti}`, null, '1', CODE_AGE_SECONDS * 2))
    ) {
      return tokenError('invalid_grant')
    }
    return tokens.respond(code)
  }

  /** Returns `undefined` if the code would be too long. */
  const issue = async (
    user: Record<string, unknown>,
    { query, redirectUri }: AuthorizationPageRequest,
  ): Promise<string | undefined> => {
    const sealed = codes.seal(
      {
        user,
        scope: textParam(query, 'scope') ?? '',
        nonce: textParam(query, 'nonce'),
        authTime: Math.floor(clock() / 1000),
        challenge: textParam(query, 'code_challenge'),
        redirectUri,
      },
      CODE_AGE_SECONDS,
    )
    const code = await sealed.catch((error: unknown) => {
      if (error instanceof RangeError) return undefined
      throw error
    })
    if (code === undefined || code.length > MAX_CODE_LENGTH) return undefined
    return withQuery(redirectUri, { code, state: textParam(query, 'state'), iss: issuer })
  }

  return {
    async fetch(url, init) {
      switch (url.slice(issuer.length)) {
        case '/.well-known/openid-configuration':
          return Response.json(metadata(issuer))
        case '/jwks':
          return Response.json(await tokens.jwks())
        case '/token':
          return redeem(Object.fromEntries(new URLSearchParams(String(init.body))))
        case '/userinfo':
          return tokens.userinfo(new Headers(init.headers))
        default:
          return new Response(null, { status: 404 })
      }
    },

    async authorize(request): Promise<AuthorizationPage> {
      const { query, form, redirectUri } = request
      const remote = remoteSign(request.request, request.origin)
      if (remote !== undefined) return { status: 403, html: renderRefusedPage(refusal(remote), request) }
      const problem = requestProblem(request, clientId)
      if (problem !== undefined) return { status: 400, html: renderRefusedPage(problem, request) }
      if (!form) return { status: 200, html: renderUsersPage({ options, users }, request) }
      if (form['user'] === 'none') {
        const { state } = query as { state: string }
        return { location: withQuery(redirectUri, { error: 'access_denied', state, iss: issuer }) }
      }
      const chosen = chosenUser(form, users, type)
      const location = typeof chosen === 'string' ? undefined : await issue(chosen, request)
      if (location !== undefined) return { location }
      const error = typeof chosen === 'string' ? chosen : 'The claims are too long for an authorization code.'
      return { status: 400, html: renderUsersPage({ options, users, error }, request) }
    },
  }
}

function refusal(sign: string): string {
  return `The development provider responds to requests from this machine only, but ${sign}.`
}

/** @see https://www.rfc-editor.org/rfc/rfc7636.html#section-4.3 */
function requestProblem(
  { query, redirectUri }: AuthorizationPageRequest,
  clientId: string,
): string | undefined {
  if (query['redirect_uri'] !== redirectUri) return 'redirect_uri must be the callback of this application.'
  if (query['client_id'] !== clientId) return `client_id must be ${clientId}.`
  if (query['response_type'] !== 'code') return 'response_type must be code.'
  if (query['code_challenge_method'] !== 'S256') return 'code_challenge_method must be S256.'
  for (const name of ['code_challenge', 'state']) {
    if (textParam(query, name) === undefined) return `${name} is missing.`
  }
  return undefined
}

/** @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata */
function metadata(issuer: string): object {
  return {
    issuer,
    // Browsers are sent to `<base path>/dev/<id>` of the application instead of this URL.
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  }
}
