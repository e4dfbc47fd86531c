import type { TypedFields } from '../../../model/password.js'
import { isBoolean, isObjectOf, isOptional, isRecordOf, isString } from '../../core/base/type-guards.js'
import type { NamedCookie } from '../../core/http/cookie-policy.js'
import { fitsIntoCookie } from '../../core/http/cookie-value-size.js'
import { addCookies, clearCookie } from '../../core/http/cookies.js'
import { openAll } from '../../core/http/same-name-cookies.js'
import type { Exchange } from '../../core/object-lifetimes.js'
import { hashSize, MAX_HASH_BYTES } from './hash/hash-size-in-cookie.js'
import { LINK_TTL_SECONDS } from './link-lifetime.js'

/** A sign-up that is stored only in the cookie. */
export interface PendingSignUp {
  /** The id of the link in the mail. */
  readonly id: string
  readonly address: string
  /** The hash of the password. Empty if a rate limit refused the mail. */
  readonly hash: string
  /** Input of the additional fields. */
  readonly fields?: TypedFields | undefined
  readonly staysSignedIn?: boolean | undefined
}

const isPendingSignUp = isObjectOf<PendingSignUp>({
  id: isString,
  address: isString,
  hash: isString,
  fields: isOptional(isRecordOf(isString)),
  staysSignedIn: isOptional(isBoolean),
})

/**
 * Stores a sign-up in a cookie. The value is padded, so that its length does not reveal whether the hash is
 * empty.
 */
export async function keepSignUp(pending: PendingSignUp, exchange: Exchange): Promise<void> {
  const { cookies, app } = exchange.site
  const { name, options } = cookies.pendingSignUp
  if (canSubdomainSet(cookies.pendingSignUp)) return
  const value = await app
    .sealer({ purpose: 'sign-up cookie', audience: name })
    .seal({ ...pending, padding: ' '.repeat(MAX_HASH_BYTES - hashSize(pending.hash)) }, LINK_TTL_SECONDS)
  // Without the cookie, the link still works, but the user must type the password once more.
  if (!fitsIntoCookie(name, cookies.pendingSignUp, cookies, exchange)(value.length)) return
  addCookies(exchange, [{ name, value, options: { ...options, maxAge: LINK_TTL_SECONDS } }])
}

export async function findSignUp(id: string, exchange: Exchange): Promise<PendingSignUp | undefined> {
  const { cookies, app } = exchange.site
  const { name } = cookies.pendingSignUp
  if (canSubdomainSet(cookies.pendingSignUp)) return undefined
  const opened = await openAll(
    name,
    exchange.cookies,
    app.sealer({ purpose: 'sign-up cookie', audience: name }),
  )
  return opened.filter((each) => isPendingSignUp(each)).find((each) => each.id === id && each.hash !== '')
}

/**
 * Whether a subdomain can set the cookie over HTTPS. An attacker who controls a subdomain could then choose
 * the password of a sign-up, so the cookie is not used.
 */
function canSubdomainSet({ name, options }: NamedCookie): boolean {
  return options.secure === true && !name.startsWith('__Host-')
}

export function clearSignUp(exchange: Exchange): void {
  const { name, options } = exchange.site.cookies.pendingSignUp
  if (exchange.cookies.has(name)) addCookies(exchange, [clearCookie(name, options)])
}
