import type { RateLimited } from '../../errors.js'

/**
 * Tells a client which limit it has reached and when to come back. A name is kept to letters, digits, `_` and `-`,
 * which need no escaping.
 *
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-10
 * @see https://www.rfc-editor.org/rfc/rfc9110.html#section-10.2.3
 */
export function limitHeaders({
  limit: { name, max, window, retryAfter },
}: RateLimited): Readonly<Record<string, string>> {
  const policy = name.replace(/[^\w-]/g, '')
  return {
    'retry-after': String(retryAfter),
    'ratelimit-policy': `"${policy}";q=${max};w=${window}`,
    ratelimit: `"${policy}";r=0;t=${retryAfter}`,
  }
}
