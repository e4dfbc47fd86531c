export function createGetter<Self>(owner: () => Self): <Part>(make: (owner: Self) => Part) => Part {
  const parts = new Map<unknown, unknown>()
  return <Part>(make: (owner: Self) => Part): Part => {
    if (!parts.has(make)) parts.set(make, make(owner()))
    return parts.get(make) as Part
  }
}
