import { getRequestListener } from '@hono/node-server'
import { auth } from './auth.js'
import { renderPage } from './page.js'
import { seedAccount } from './passwords.js'
import { serve } from './serve.js'
import { setting } from './settings.js'

const { origin, hostname, port } = new URL(setting('DEMO_URL'))

async function respond(request: Request): Promise<Response> {
  const url = new URL(request.url)
  // One name for the application, because cookies belong to a name.
  if (url.origin !== origin) return Response.redirect(new URL(url.pathname + url.search, origin), 308)
  if (url.pathname.startsWith('/auth/')) return auth.handler(request)
  if (url.pathname !== '/') return new Response('There is nothing here. Go to /.\n', { status: 404 })

  const session = await auth.auth(request)
  const { body, headers } = renderPage(session)
  return new Response(body, { headers })
}

await seedAccount('demo@example.com', 'open-sesame')

serve(getRequestListener(respond, { overrideGlobalObjects: false }), { host: hostname, port: Number(port) })
