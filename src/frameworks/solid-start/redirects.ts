import type { Instance } from '../../runtime/instance/instance.js'

/** What SolidStart's router follows when it is thrown or returned: on the server, and in the browser by itself. */
export function redirectTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location } })
}

/**
 * An address as SolidStart's router takes it. A page of the application is a path, which it goes to by itself; whatever it
 * has no page for, such as a built-in page, is a whole address, which a browser loads.
 */
export function routed(url: string, origin: string, { basePath }: Pick<Instance, 'basePath'>): string {
  if (!url.startsWith(`${origin}/`)) return url
  const { pathname } = new URL(url)
  const path = url.slice(origin.length)
  const builtIn = pathname === basePath || pathname.startsWith(`${basePath}/`)
  return builtIn || path.startsWith('//') ? url : path
}
