import type { AccountKey, AdapterAccount } from '../../../adapters/contract.js'
import type { Account } from '../../../model/account.js'
import { isProtected } from '../../../model/protected-url.js'
import type { EndSessionEndpoint } from '../../../providers/kinds/oauth.js'
import { backgroundWork } from '../../core/background-work.js'
import { asError } from '../../core/base/as-error.js'
import { CallTimeout, inTime } from '../../core/base/in-time.js'
import { printable } from '../../core/base/printable.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { authorizationServerOf } from '../oauth/discovery.js'
import { endpointUrl } from '../oauth/endpoint-url.js'
import { asOAuthProvider, type ReadyOAuthProvider, type ServerMetadata } from '../oauth/provider.js'
import {
  type ProviderSession,
  providerSessionId,
  siteProviderSessions,
} from '../oauth/provider-sign-out-cookies.js'
import { emptyTokens } from '../tokens/empty-tokens.js'
import { leaseParts } from '../tokens/refresh-lease.js'
import { ReplacedTokens } from '../tokens/replaced-tokens.js'
import { forgetResourceTokens } from '../tokens/resource-tokens.js'
import { revokeTokens } from '../tokens/revocation.js'

/** Maximum time that a sign-out waits for the provider, including the revocation of tokens. */
const SIGN_OUT_WAIT_MS = 1_000

/** In characters. Some servers accept only 4,096 bytes for the request line. */
const MAX_ID_TOKEN_HINT_LENGTH = 3_072

export type EndedProviderSession = Pick<ProviderSession, 'provider'> &
  Partial<ProviderSession> & {
    readonly userId?: string | undefined
    /** Present if a cookie stores them. */
    readonly tokens?: Account | undefined
  }

/**
 * Returns the URL at which the provider ends its session. Returns `target` itself if the provider has no such
 * URL, or if the URL cannot be determined within a second.
 *
 * @see https://openid.net/specs/openid-connect-rpinitiated-1_0.html#RPLogout
 */
export async function leaveProvider(
  session: EndedProviderSession,
  target: string,
  app: App,
  exchange: Exchange,
): Promise<string> {
  const deadline = performance.now() + SIGN_OUT_WAIT_MS
  const signOut = startSignOut(session, target, app, exchange)
  try {
    const { url, revoking } = await inTime(signOut, SIGN_OUT_WAIT_MS)
    // Without `waitUntil`, the process may end after the response, so await the revocation here.
    await inTime(revoking, Math.max(1, deadline - performance.now())).catch(() => undefined)
    return url
  } catch (error) {
    const reason =
      error instanceof CallTimeout ? 'it did not respond within a second' : asError(error).message
    app.logger.warn(
      'provider-sign-out',
      `A user was signed out of this application, but not of '${session.provider}': ${printable(reason)}.`,
    )
    // A late response is ignored. Its error must not become an unhandled rejection.
    signOut.catch(() => undefined)
    return target
  }
}

interface StartedSignOut {
  readonly url: string
  /** Resolves also if the tokens cannot be revoked. */
  readonly revoking: Promise<void>
}

async function startSignOut(
  session: EndedProviderSession,
  target: string,
  app: App,
  exchange: Exchange,
): Promise<StartedSignOut> {
  const provider = asOAuthProvider(app.providers.get(session.provider))
  if (!provider) return { url: target, revoking: Promise.resolve() }
  const { provider: id, providerAccountId, userId, tokens } = session
  const reading =
    tokens || providerAccountId === undefined || userId === undefined
      ? undefined
      : storedAccount({ provider: id, providerAccountId }, userId, app).catch(() => undefined)
  const [row, { metadata }] = await Promise.all([reading, authorizationServerOf(provider, app)])
  const hint = await hintOf(session, row, app)
  const revoking = endTokens(provider, row, session, metadata, app)
  app.host.get(backgroundWork).run(revoking)
  const url = await endSessionUrl(provider, metadata, hint, target, app, exchange)
  return { url: url ?? target, revoking }
}

/** Revokes the tokens of the session. Never rejects. Failures are logged. */
async function endTokens(
  provider: ReadyOAuthProvider,
  row: AdapterAccount | undefined,
  { tokens, userId = '' }: EndedProviderSession,
  { revocation_endpoint }: ServerMetadata,
  app: App,
): Promise<void> {
  if ((provider.revocation ?? revocation_endpoint) === undefined) return
  const { adapter } = app
  try {
    if (adapter && (row?.access_token || row?.refresh_token)) {
      await app.tokensEnded([await emptyTokens(row, leaseParts(app, adapter))])
    }
    if (!tokens) return
    const account = { ...tokens, userId } as AdapterAccount
    const latest = await new ReplacedTokens(app).end(account)
    await forgetResourceTokens(account, app)
    if (latest) await revokeTokens(provider, latest, app)
  } catch (error) {
    app.logger.error(asError(error))
  }
}

/** Returns the stored account, unless it was linked to another user since the session started. */
async function storedAccount(
  { provider, providerAccountId }: AccountKey,
  userId: string,
  { adapter }: Pick<App, 'adapter'>,
): Promise<AdapterAccount | undefined> {
  const account = adapter?.has('getAccount') ? await adapter.getAccount(providerAccountId, provider) : null
  if (!account || String(account.userId) !== userId) return undefined
  // An adapter may return another provider id, so the id of the configuration is used.
  return { ...account, provider, providerAccountId }
}

/**
 * Returns the parameters that identify the session to the provider. The ID token in the database may belong
 * to another session, and the provider would end the session of the sent token.
 */
async function hintOf(
  { idToken, sessionId, hint }: Partial<ProviderSession>,
  row: AdapterAccount | undefined,
  { sealedTokens }: Pick<App, 'sealedTokens'>,
): Promise<Readonly<Record<string, string>>> {
  const isStored = idToken === undefined && sessionId !== undefined && row !== undefined
  const { id_token: stored } = isStored ? await sealedTokens.open(row, ['id_token']) : {}
  // An adapter may return `null` for a missing ID token.
  const isSame = stored ? (await providerSessionId(stored)) === sessionId : false
  const token = idToken ?? (isSame ? stored : undefined)
  if (token !== undefined && token.length <= MAX_ID_TOKEN_HINT_LENGTH) return { id_token_hint: token }
  return hint === undefined ? {} : { logout_hint: hint }
}

async function endSessionUrl(
  provider: ReadyOAuthProvider,
  metadata: ServerMetadata,
  hint: Readonly<Record<string, string>>,
  target: string,
  { basePath }: App,
  exchange: Exchange,
): Promise<string | undefined> {
  const { endpoint, redirectParam, params } = endSessionEndpoint(provider, metadata)
  const url = endpoint === undefined ? undefined : endpointUrl({ url: endpoint, ...(params && { params }) })
  if (!url || !isProtected(url)) return undefined
  const { origin } = exchange
  const cookies = exchange.site.get(siteProviderSessions)
  const state = await cookies.beginSignOut({ provider: provider.id, origin, target }, exchange)
  const returnUrl = `${origin}${basePath}/signed-out/${provider.id}`
  const standard = { ...hint, post_logout_redirect_uri: returnUrl, state }
  const sent = redirectParam === undefined ? standard : { [redirectParam]: returnUrl }
  for (const [name, value] of Object.entries({ client_id: provider.clientId, ...sent })) {
    url.searchParams.set(name, value)
  }
  return url.href
}

/**
 * Returns the URL and parameters of the sign-out at the provider. A published URL takes precedence over a
 * configured URL and its parameters.
 */
function endSessionEndpoint(
  { endSession }: ReadyOAuthProvider,
  { end_session_endpoint: published }: ServerMetadata,
): Omit<EndSessionEndpoint, 'url'> & { endpoint: string | undefined } {
  const { url, ...configured } = typeof endSession === 'string' ? { url: endSession } : (endSession ?? {})
  if (published === undefined || url === undefined) return { ...configured, endpoint: published ?? url }
  return { endpoint: published }
}
