/** The first letter of a name, in upper case. */
export function initial(name: string): string {
  const [first = ''] = name.trim()
  return first.toUpperCase()
}
