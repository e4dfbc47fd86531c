import { parseUrl } from '../../../model/parse-url.js'

/** No host has a name that ends with `.invalid`, so it is harmless that `//own.invalid/` is accepted. */
const baseOrigin = 'http://own.invalid'

/** Returns a URL for a link or form, or `'/'` if the URL is unsafe there, such as a `javascript:` URL. */
export function linkUrl(url: string): string {
  return isRootRelative(url) || isWeb(parseUrl(url)) ? url : '/'
}

/**
 * Returns the URL of an image, or `undefined` if it would load from a third party.
 *
 * @param host - The host of the page, including a port.
 */
export function imageUrl(url: string | undefined, host: string | undefined): string | undefined {
  if (url === undefined) return undefined
  if (isRootRelative(url) || /^data:image\/[\w.+-]+[;,]/i.test(url)) return url
  const absolute = parseUrl(url)
  return isWeb(absolute) && absolute?.host === host ? url : undefined
}

/**
 * Whether the URL is a path on the same origin. Only a URL parser can decide this: like a browser, it removes
 * tabs and line breaks, and treats `\` as `/`.
 */
function isRootRelative(url: string): boolean {
  return url.startsWith('/') && parseUrl(url, baseOrigin)?.origin === baseOrigin
}

function isWeb(url: URL | undefined): boolean {
  return url?.protocol === 'https:' || url?.protocol === 'http:'
}
