const ownOrigin = 'http://own.invalid'

/**
 * An address for a link or a form: root-relative, or absolute with HTTP or HTTPS.
 *
 * @returns `'/'` for anything else, such as a `javascript:` URL, or a path that a browser would take for
 * the address of another host.
 */
export function linkUrl(url: string): string {
  return isRootRelative(url) || isWeb(parse(url)) ? url : '/'
}

/**
 * An address for an image that loads nothing from a third party: root-relative, absolute on `host`, or a
 * `data:` image.
 *
 * @param host - The host of the page, with its port where there is one.
 * @returns `undefined` for anything else.
 */
export function imageUrl(url: string | undefined, host: string | undefined): string | undefined {
  if (url === undefined) return undefined
  if (isRootRelative(url) || /^data:image\/[a-z+]+[;,]/i.test(url)) return url
  const absolute = parse(url)
  return isWeb(absolute) && absolute?.host === host ? url : undefined
}

/** The parser decides, as in a browser: it drops tabs and line breaks, and takes `\` for `/`. */
function isRootRelative(url: string): boolean {
  return url.startsWith('/') && parse(url, ownOrigin)?.origin === ownOrigin
}

function isWeb(url: URL | undefined): boolean {
  return url?.protocol === 'https:' || url?.protocol === 'http:'
}

function parse(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base)
  } catch {
    return undefined
  }
}
