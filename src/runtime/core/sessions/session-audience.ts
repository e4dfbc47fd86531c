import type { NamedCookie } from '../http/cookie-policy.js'

/**
 * Returns the audience of session tokens: the option, the domain of the cookie or the host. The host is
 * without a port, because cookies ignore ports.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6265.html#section-8.5
 */
export function sessionAudience(
  option: string | undefined,
  { options: { domain } }: Pick<NamedCookie, 'options'>,
  hostname: string,
): string {
  return option ?? domain?.replace(/^\./, '').toLowerCase() ?? hostname
}

/** Returns the salt of a token key. Cookie names contain no `@`, so the result is unique for each pair. */
export function sessionSalt(cookieName: string, audience: string): string {
  return `${cookieName}@${audience}`
}
