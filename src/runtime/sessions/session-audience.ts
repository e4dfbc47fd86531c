import type { NamedCookie } from '../http/cookie-policy.js'

/**
 * The site that session tokens are made for: what the option `sessionAudience` says, else the `domain` of their cookie, else the
 * host. A port is no part of it, because cookies know none.
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

/** What a session token is sealed for. No cookie has an `@` in its name, so each pair yields another text. */
export function sessionSalt(cookieName: string, audience: string): string {
  return `${cookieName}@${audience}`
}
