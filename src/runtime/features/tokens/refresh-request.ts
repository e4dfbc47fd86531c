import { refreshTokenGrantRequest } from 'oauth4webapi'
import type { Account } from '../../../model/account.js'
import { asError } from '../../core/base/as-error.js'
import { UserAgentError } from '../../core/http/report.js'
import type { App } from '../../core/lifetimes.js'
import { clientArguments, requestOptions } from '../oauth/client.js'
import { authorizationServerOf } from '../oauth/discovery.js'
import { badStatus, InvalidTarget, RefreshTokenRejected, SubjectMismatch } from '../oauth/errors.js'
import { openIdOf } from '../oauth/openid-extension.js'
import { expiresAt, storedAccount } from '../oauth/profile.js'
import type { ReadyOAuthProvider } from '../oauth/provider.js'
import { readTokenResponse } from '../oauth/token-endpoint.js'

/** The result of a refresh request. */
export type Refreshed =
  /** The members of the account to store. Omitted members are unchanged. */
  | { readonly kind: 'refreshed'; readonly account: Account }
  /** The provider does not accept the refresh token any more. */
  | { readonly kind: 'rejected'; readonly error: Error }
  /** There is no access token for the resource. */
  | { readonly kind: 'noTarget'; readonly error: Error }
  /** The refresh token may still be accepted later. */
  | { readonly kind: 'failed'; readonly error: Error; readonly retryAfter: number | undefined }

/** Seconds for which an access token is taken to be valid where the response does not say so, and the one before ended. */
const ASSUMED_LIFETIME_SECONDS = 60 * 60

/** A refresh has no authorization request with which its response could be compared. */
const noRequest = { nonce: undefined, maxAge: undefined, acrValues: undefined }

/**
 * Exchanges the refresh token of an account for new tokens. It never throws, and sends one request.
 *
 * @param account - With its tokens in clear.
 * @param resource - What the access token is to be for.
 * @see https://www.rfc-editor.org/rfc/rfc6749.html#section-6
 * @see https://www.rfc-editor.org/rfc/rfc8707.html#section-2.2
 * @see https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokens
 */
export async function refreshTokens(
  provider: ReadyOAuthProvider,
  account: Account & { readonly refresh_token: string },
  resource: string | undefined,
  app: App,
): Promise<Refreshed> {
  let retryAfter: number | undefined
  try {
    const openId = await openIdOf(provider)
    const server = await authorizationServerOf(provider, app)
    const response = await refreshTokenGrantRequest(
      ...clientArguments(provider, server.metadata, app),
      account.refresh_token,
      {
        ...requestOptions(provider, app),
        ...(resource !== undefined && { additionalParameters: { resource } }),
      },
    )
    if (response.status === 429 || response.status >= 500) {
      retryAfter = delayOf(response, app.clock())
      throw badStatus('The token endpoint', response.status)
    }
    const context = { ...server, provider, openId, flow: noRequest, clock: app.clock }
    const { tokens, idToken } = await readTokenResponse(response, context, 'refresh')
    const { id_token: _, ...others } = tokens
    const stored = account.id_token
    const isSame =
      idToken && (await openId?.verifyRefreshedIdToken(idToken, stored, tokens.access_token, context))
    const { provider: id, type, providerAccountId } = account
    return {
      kind: 'refreshed',
      account: storedAccount(provider, {
        ...others,
        ...(isSame && { id_token: idToken.token }),
        ...endOf(tokens, account, app),
        provider: id,
        type,
        providerAccountId,
      }),
    }
  } catch (thrown) {
    const error = asError(thrown)
    if (thrown instanceof InvalidTarget) return { kind: 'noTarget', error }
    const isRejected = [RefreshTokenRejected, SubjectMismatch, UserAgentError].some(
      (type) => thrown instanceof type,
    )
    return isRejected ? { kind: 'rejected', error } : { kind: 'failed', error, retryAfter }
  }
}

/** Fetches what a refresh needs of the provider besides, so that the request with the refresh token is the only one under a lease. */
export async function prepareRefresh(provider: ReadyOAuthProvider, app: App): Promise<void> {
  const server = await authorizationServerOf(provider, app).catch(() => undefined)
  const openId = await openIdOf(provider)
  if (server) await openId?.prepareRefresh(server)
}

function endOf(
  tokens: { readonly expires_in?: number | undefined; readonly expires_at?: number | undefined },
  before: Account,
  { clock }: App,
): Pick<Account, 'expires_at'> {
  const stated = expiresAt(tokens, clock)
  if (stated.expires_at !== undefined || before.expires_at === undefined) return stated
  return { expires_at: Math.floor(clock() / 1000) + ASSUMED_LIFETIME_SECONDS }
}

/** The longest pause that a provider can demand, in seconds. */
const MAX_RETRY_AFTER_SECONDS = 15 * 60

/** The seconds of `Retry-After`. @see https://www.rfc-editor.org/rfc/rfc9110.html#section-10.2.3 */
function delayOf({ headers }: Response, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : (Date.parse(value) - now) / 1000
  return Number.isFinite(seconds)
    ? Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(seconds)))
    : undefined
}
