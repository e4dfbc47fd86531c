/** Loads a page, also where only its fragment differs from this one: the browser would only scroll to it. */
export function navigate(address: string): void {
  const { href, hash } = new URL(address, location.href)
  location.assign(href)
  if (hash && location.href === href) location.reload()
}

/** Replaces this page: going back from there must not lead there again. */
export function goToSignIn(basePath: string): void {
  const query = new URLSearchParams({ error: 'SessionRequired', callbackUrl: location.href })
  location.replace(`${basePath}/signin?${query}`)
}

/** An address that a browser may be sent to, if it is one: of the web, and never a script. */
export function webUrl(address: unknown): URL | undefined {
  if (typeof address !== 'string' || !URL.canParse(address, location.href)) return undefined
  const url = new URL(address, location.href)
  return /^https?:$/.test(url.protocol) ? url : undefined
}
