import { toNodeHandler } from 'authwright/node'
import { auth } from './auth.js'
import type { Document } from './document.js'
import { favicon } from './favicon.js'
import { mails } from './mailbox.js'
import { renderMailbox, renderNotFound, renderPage } from './page.js'
import { seedUser } from './seed.js'
import { serve } from './serve.js'
import { setting } from './settings.js'

const { origin, hostname, port } = new URL(setting('DEMO_URL'))

async function respond(request: Request): Promise<Response> {
  const url = new URL(request.url)
  // Only one host name for the application, because cookies belong to a host.
  if (url.origin !== origin) return Response.redirect(new URL(url.pathname + url.search, origin), 308)
  // The built-in pages have no icon link, so browsers request this path.
  if (url.pathname === '/favicon.ico')
    return new Response(favicon, { headers: { 'content-type': 'image/svg+xml' } })
  if (url.pathname === '/mailbox') return answer(renderMailbox(mails()), 200)
  if (url.pathname !== '/') return answer(renderNotFound(), 404)
  return answer(renderPage(await auth.auth(request)), 200)
}

function answer({ body, headers }: Document, status: number): Response {
  return new Response(body, { status, headers })
}

await seedUser('demo@example.com', 'open-sesame')

const page = toNodeHandler(respond)
const authentication = toNodeHandler(auth.handler)
const { host } = new URL(origin)

serve(
  (request, response) => {
    const isOurs = request.headers.host === host && request.url?.startsWith('/auth/')
    return isOurs ? authentication(request, response) : page(request, response)
  },
  { host: hostname, port: Number(port) },
)
