import type { Incoming } from './incoming.js'

/**
 * When a request extends a session that lives in its cookie: as soon as that is due, once half of its life is over, or not at all.
 * A response that extends a session writes its whole cookie, and undoes an update whose response came earlier.
 */
export type Extension = 'due' | 'late' | 'never'

/** By which browsers mark what they fetch ahead of a navigation; prerendering is `prefetch;prerender`. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-moz'] as const

/** By which Next.js marks the same. It hides the first two from `proxy.ts`. */
const NEXT_PREFETCHES = [
  'next-router-prefetch',
  'next-router-segment-prefetch',
  'x-middleware-prefetch',
] as const

/**
 * Whether a browser or a framework fetches ahead of a navigation that may never come.
 *
 * @see https://fetch.spec.whatwg.org/#sec-purpose-header
 */
export function isPrefetch(headers: Incoming['headers']): boolean {
  return (
    NEXT_PREFETCHES.some((name) => headers.has(name)) ||
    PURPOSES.some((name) => headers.get(name)?.toLowerCase().startsWith('prefetch'))
  )
}

/** Whether a script sends a request that changes nothing: a navigation within the page, or a prefetch of one. */
export function isReadOfScript({ method, headers }: Pick<Incoming, 'method' | 'headers'>): boolean {
  return method === 'GET' && headers.get('sec-fetch-dest') === 'empty'
}

/**
 * Whether a sealed token is replaced by one that lasts longer.
 *
 * @param now - Like `updateAge`, in seconds.
 */
export function isExtended(
  { iat, exp }: { readonly iat: number; readonly exp: number },
  now: number,
  updateAge: number,
  request: { readonly extension: Extension } | undefined,
): boolean {
  // Few requests come when it is due, and only theirs are looked at.
  if (now < iat + updateAge) return false
  const extension = request?.extension ?? 'due'
  return extension === 'due' || (extension === 'late' && now >= (iat + exp) / 2)
}
