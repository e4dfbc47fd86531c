/**
 * The tested application. Its pages are the same for each library.
 *
 * @param {(request: Request) => Promise<{ user: { name?: string | null | undefined } } | null>} sessionOf
 * @param {(request: Request) => Promise<Response>} handler of the library's routes
 * @returns {(request: Request) => Promise<Response>}
 */
export function application(sessionOf, handler) {
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (/^(?:\/api)?\/auth\//.test(pathname)) return handler(request)
    const name = (await sessionOf(request))?.user.name
    if (!name) return new Response('Signed out', { status: pathname === '/' ? 200 : 401 })
    if (pathname === '/api/me') return Response.json({ name })
    return new Response(`${pathname === '/' ? 'Signed in as' : 'Account of'} ${name}`)
  }
}
