import { parseUrl } from '../../../model/parse-url.js'

/**
 * Base for parsing root-relative URLs. `//own.invalid/` counts as root-relative, too. No host has a name that
 * ends with `.invalid`, so this is harmless.
 */
const baseOrigin = 'http://own.invalid'

/**
 * Validates a URL for a link or a form: root-relative, or absolute with HTTP or HTTPS.
 *
 * @returns `'/'` for anything else, such as a `javascript:` URL, or a path that a browser would resolve to
 * another host.
 */
export function linkUrl(url: string): string {
  return isRootRelative(url) || isWeb(parseUrl(url)) ? url : '/'
}

/**
 * Validates the URL of an image. Allows root-relative URLs, URLs on `host` and `data:` images, so that
 * nothing is loaded from a third party.
 *
 * @param host - The host of the page, including a port.
 * @returns `undefined` for anything else.
 */
export function imageUrl(url: string | undefined, host: string | undefined): string | undefined {
  if (url === undefined) return undefined
  if (isRootRelative(url) || /^data:image\/[\w.+-]+[;,]/i.test(url)) return url
  const absolute = parseUrl(url)
  return isWeb(absolute) && absolute?.host === host ? url : undefined
}

/**
 * Whether a URL starts with `/` and stays on the same origin. Only a URL parser can tell: like a browser, it
 * removes tabs and line breaks, and treats `\` as `/`.
 */
function isRootRelative(url: string): boolean {
  return url.startsWith('/') && parseUrl(url, baseOrigin)?.origin === baseOrigin
}

function isWeb(url: URL | undefined): boolean {
  return url?.protocol === 'https:' || url?.protocol === 'http:'
}
