/** The targets of a redirect: its URL and, for the sign-in page, the URL in `callbackUrl`. */
export function addressesOf(location: string, site: string): string[] {
  const url = new URL(location, `${site}/app/page`)
  const callbackUrl = url.searchParams.get('callbackUrl')
  return url.pathname.endsWith('/login') && callbackUrl !== null ? [url.href, callbackUrl] : [url.href]
}

/** A path without the prefix. */
export function below(prefix: string, pathname: string): string {
  return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname
}
