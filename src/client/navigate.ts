/** Loads a page, also where it differs from this one in nothing but its fragment. */
export function navigate(address: string): void {
  const url = new URL(address, location.href)
  const stays = url.hash !== '' && pageOf(url.href) === pageOf(location.href)
  location.assign(url)
  if (stays) location.reload()
}

function pageOf(address: string): string | undefined {
  return address.split('#', 1)[0]
}
