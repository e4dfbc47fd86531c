import { refreshTokenGrantRequest } from 'oauth4webapi'
import type { Account } from '../../../model/account.js'
import type { RefreshRequestContext } from '../../../providers/kinds/oauth.js'
import { asError } from '../../core/base/as-error.js'
import { membersOf } from '../../core/base/members-of.js'
import { redactErrors } from '../../core/config/logger.js'
import { UserAgentError } from '../../core/http/error-report.js'
import type { App } from '../../core/object-lifetimes.js'
import { expiresAt, storedAccount } from '../oauth/account-fields.js'
import { clientArguments, providerFetch, requestOptions } from '../oauth/client.js'
import { authorizationServerOf, requireTokenEndpoint } from '../oauth/discovery.js'
import { badStatus, InvalidTarget, SubjectMismatch } from '../oauth/errors.js'
import { openIdOf } from '../oauth/openid-extension.js'
import { customRefresh, type ReadyOAuthProvider } from '../oauth/provider.js'
import { RefreshTokenRejected } from '../oauth/refresh-rejection.js'
import { readTokenResponse, type TokenResponse, validateTokens } from '../oauth/token-endpoint.js'
import { retryAfterOf } from './refresh-pause.js'

export type Refreshed =
  /** `stored` has the fields that `account` of the provider selects. Omitted fields are unchanged. */
  | { readonly kind: 'refreshed'; readonly received: Account; readonly stored: Account }
  | { readonly kind: 'rejected'; readonly error: Error }
  /** The provider does not issue an access token for the resource. */
  | { readonly kind: 'noTarget'; readonly error: Error }
  /** The refresh token may be accepted later. */
  | {
      readonly kind: 'failed'
      readonly error: Error
      /** `Retry-After` in seconds, from a response with status 429 or 5xx. */
      readonly retryAfter: number | undefined
      /** The refresh token of a response that is otherwise invalid. The previous one may no longer be accepted. */
      readonly refreshToken: string | undefined
    }

/** Lifetime that is assumed for a response without an expiry, if the previous token had an expiry. */
const ASSUMED_LIFETIME_SECONDS = 60 * 60

/** There is no authorization request with which the response could be compared. */
const noRequest = { nonce: undefined, maxAge: undefined, acrValues: undefined }

/**
 * Requests new tokens from the provider. Never throws. Sends the refresh token in at most one request.
 *
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
  let members: unknown
  try {
    const openId = await openIdOf(provider)
    const server = await authorizationServerOf(provider, app)
    const context = { ...server, provider, openId, flow: noRequest, clock: app.clock }
    const refresh = customRefresh(provider)
    let received: TokenResponse
    if (refresh) {
      const returned = await redactErrors(
        () =>
          refresh({
            refreshToken: account.refresh_token,
            provider: provider as RefreshRequestContext['provider'],
            fetch: providerFetch(provider, app),
          }),
        () => [provider, account],
      )
      members = membersOf(returned)['tokens']
      received = await validateTokens(members, context, 'refresh')
    } else if (server.metadata.token_endpoint === undefined) {
      throw new Error(
        `The provider '${provider.id}' has no configuration for refreshing tokens: set \`token.url\` or \`token.refresh\`.`,
      )
    } else {
      requireTokenEndpoint(provider, server.metadata)
      const response = await refreshTokenGrantRequest(
        ...clientArguments(provider, server.metadata, app),
        account.refresh_token,
        {
          ...requestOptions(provider, app),
          ...(resource !== undefined && { additionalParameters: { resource } }),
        },
      )
      if (response.status === 429 || response.status >= 500) {
        retryAfter = retryAfterOf(response, app.clock())
        throw badStatus('The token endpoint', response.status)
      }
      const copy = response.clone()
      received = await readTokenResponse(response, context, 'refresh').catch(async (error: unknown) => {
        if (response.ok) members = await copy.json().catch(() => undefined)
        throw error
      })
      members = received.tokens
    }
    const { tokens, idToken } = received
    const { id_token: _, ...others } = tokens
    const isStorable =
      idToken &&
      (await openId?.verifyRefreshedIdToken(idToken, account.id_token, tokens.access_token, context))
    const { provider: id, type, providerAccountId } = account
    const renewed: Account = {
      ...others,
      ...(isStorable && { id_token: idToken.token }),
      ...expiryOf(tokens, account, app),
      provider: id,
      type,
      providerAccountId,
    }
    return {
      kind: 'refreshed',
      received: renewed,
      stored: storedAccount(provider, renewed),
    }
  } catch (thrown) {
    const error = asError(thrown)
    if (thrown instanceof InvalidTarget) return { kind: 'noTarget', error }
    const isRejected = [RefreshTokenRejected, SubjectMismatch, UserAgentError].some(
      (type) => thrown instanceof type,
    )
    if (isRejected) return { kind: 'rejected', error }
    return { kind: 'failed', error, retryAfter, refreshToken: refreshTokenOf(members) }
  }
}

/**
 * Fetches metadata and keys, so that the request with the refresh token is the only one under the lease. Never
 * rejects.
 */
export async function prepareRefresh(provider: ReadyOAuthProvider, app: App): Promise<void> {
  try {
    const openId = await openIdOf(provider)
    const server = await authorizationServerOf(provider, app)
    await openId?.requireKeys(server, provider)
  } catch {
    // The refresh fetches the same metadata and keys, and reports the error.
  }
}

function expiryOf(
  tokens: { readonly expires_in?: number | undefined; readonly expires_at?: number | undefined },
  previous: Account,
  { clock }: App,
): Pick<Account, 'expires_at'> {
  const received = expiresAt(tokens, clock)
  // Some adapters return `null` for an empty column.
  const hadExpiry = previous.expires_at !== undefined && previous.expires_at !== null
  if (received.expires_at !== undefined || !hadExpiry) return received
  return { expires_at: Math.floor(clock() / 1000) + ASSUMED_LIFETIME_SECONDS }
}

function refreshTokenOf(members: unknown): string | undefined {
  const { refresh_token: token } = membersOf(members)
  return typeof token === 'string' && token !== '' ? token : undefined
}
