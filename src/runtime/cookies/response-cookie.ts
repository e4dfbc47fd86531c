import { stringifySetCookie } from 'cookie'
import type { CookieAttributes } from '../../options/cookies-options.js'

/** The attributes of a cookie in a response. */
export interface ResponseCookieAttributes extends CookieAttributes {
  /** Whole seconds; 0 deletes the cookie. */
  maxAge?: number
  expires?: Date
}

/** A cookie that a response sets or deletes. */
export interface ResponseCookie {
  readonly name: string
  readonly value: string
  readonly options: ResponseCookieAttributes
}

/**
 * The value of a `Set-Cookie` header, always in visible ASCII.
 *
 * @throws TypeError when the name or an attribute cannot be written.
 * @see https://www.rfc-editor.org/rfc/rfc6265.html#section-4.1
 */
export function serializeCookie({ name, value, options }: ResponseCookie): string {
  return stringifySetCookie({ ...options, name, value })
}

/** Deletes a cookie; a browser only does so when path, domain and partition are those it was set with. */
export function clearCookie(name: string, options: CookieAttributes): ResponseCookie {
  return { name, value: '', options: { ...options, maxAge: 0 } }
}
