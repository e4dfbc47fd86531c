import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '../../../src/node.js'

/** A running application. */
export interface Site {
  /** The URL, without a slash at the end. */
  readonly url: string
  stop(): Promise<void>
}

/** The parts of an application's `auth` that a site uses. */
export interface SiteAuth {
  handler(request: Request): Promise<Response>
  auth(request: Request): Promise<{ user: { email?: string | null | undefined } } | null>
}

/**
 * Serves an application on a free port. Its home page shows the signed-in user. `pages` has its other pages,
 * by path.
 */
export function serveSite(auth: SiteAuth, pages: Readonly<Record<string, string>> = {}): Promise<Site> {
  const respond = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/auth/')) return auth.handler(request)
    const body = pages[pathname] ?? homePage(await auth.auth(request))
    return new Response(body, { headers: { 'content-type': 'text/html', 'cache-control': 'no-store' } })
  }
  return serve(respond)
}

/** Serves a handler on a free port. */
export async function serve(respond: (request: Request) => Promise<Response>): Promise<Site> {
  const server = createServer(toNodeHandler(respond))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function homePage(session: Awaited<ReturnType<SiteAuth['auth']>>): string {
  const text = session ? `Signed in as ${session.user.email}` : 'Nobody is signed in'
  const link = session ? 'signout' : 'signin'
  return `<!doctype html><html lang="en"><title>Home</title><h1>${text}</h1><a href="/auth/${link}?callbackUrl=/">${link}</a>`
}
