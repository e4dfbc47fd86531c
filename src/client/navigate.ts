/** Loads a page, also where only its fragment differs from this one: the browser would only scroll to it. */
export function navigate(address: string): void {
  const { href, hash } = new URL(address, location.href)
  location.assign(href)
  if (hash && location.href === href) location.reload()
}
