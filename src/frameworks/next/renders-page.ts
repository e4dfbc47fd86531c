/**
 * Whether React renders server components around this call: in a page or a layout, but neither in a route handler nor in a
 * server action. Next.js does not tell, and hides the headers by which a browser asks for parts of a page.
 *
 * @see https://react.dev/reference/react/cache
 */
export async function rendersPage(): Promise<boolean> {
  const { cache } = await import('react')
  // Remembers within a rendering alone. React 18, which Pages Router may have, has none.
  const remember = cache?.(() => ({}))
  const [first, second] = [remember?.(), remember?.()]
  return first !== undefined && first === second
}
