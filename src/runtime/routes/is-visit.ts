/**
 * Whether somebody opens a page, and not a browser that loads it beforehand or as a part of another. Browsers that say
 * nothing are believed.
 *
 * @see https://wicg.github.io/nav-speculation/prefetch.html#sec-purpose-header
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-mode-header
 */
export function isVisit({ headers }: Request): boolean {
  const purpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headers.get(name) ?? '')
  if (purpose.some((value) => /prefetch|prerender|preview/i.test(value))) return false
  const mode = headers.get('sec-fetch-mode')
  return mode === null || mode === 'navigate'
}
