import type { AdapterAccount } from '../../../adapters/contract.js'
import { asError } from '../../core/base/as-error.js'
import { createMac } from '../../core/crypto/mac.js'
import type { App } from '../../core/object-lifetimes.js'
import { tagOf } from './account-store-keys.js'

/* After a failed refresh, no request with the refresh token is sent for some time. */

/** Default pause, if the provider sends no `Retry-After`. */
const FAILURE_PAUSE_SECONDS = 5

/** Maximum pause that a provider can require. */
const MAX_RETRY_AFTER_SECONDS = 15 * 60

/**
 * Returns the pause that the provider requires, in seconds.
 *
 * @param now - Milliseconds since 1970.
 * @see https://www.rfc-editor.org/rfc/rfc9110.html#section-10.2.3
 */
export function retryAfterOf({ headers }: Response, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : (dateOf(value) - now) / 1000
  return Number.isFinite(seconds)
    ? Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(1, Math.ceil(seconds)))
    : undefined
}

/** Parses the date in `Retry-After`. `Date.parse` would also read a number such as `1.5` as a date. */
function dateOf(value: string): number {
  return /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN
}

/** Returns the remaining pause in seconds, or `undefined` if a request is allowed now. */
export async function pauseOf(
  account: AdapterAccount,
  app: App,
  resource?: string,
): Promise<number | undefined> {
  const value = await app.store.get(await pauseKey(account, app, resource))
  const remaining = Number(value) - app.clock() / 1000
  return value !== null && remaining > 0 ? Math.ceil(remaining) : undefined
}

/**
 * Pauses requests with the tokens of an account.
 *
 * @param retryAfter - In seconds.
 * @param resource - The resource whose requests pause. Default: all requests.
 */
export async function startPause(
  retryAfter: number | undefined,
  account: AdapterAccount,
  app: App,
  resource?: string,
): Promise<void> {
  const { store, clock, logger } = app
  const seconds = retryAfter ?? FAILURE_PAUSE_SECONDS
  try {
    await store.set(await pauseKey(account, app, resource), String(clock() / 1000 + seconds), seconds)
  } catch (error) {
    logger.error(asError(error))
  }
}

/** Returns the key of a pause. The value under the key is the end of the pause, in seconds since 1970. */
async function pauseKey(account: AdapterAccount, app: App, resource?: string): Promise<string> {
  const tag = await tagOf(account, app)
  if (resource === undefined) return `token-refresh-pause:${tag}`
  // A resource may have characters that are not allowed in a key.
  const mac = createMac(app.secrets, 'token refresh pause')
  return `token-refresh-pause:${await mac.sign(JSON.stringify([tag, resource]))}`
}
