/** An address with parameters added to its query; those that are `undefined` are left out. */
export function withQuery(address: string, params: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url.href
}
