import type { APIRoute } from 'astro'
import { auth } from '../../auth'

export const GET: APIRoute = async ({ request }) => {
  const session = await auth.auth(request)
  return session
    ? Response.json({ name: session.user.name })
    : Response.json({ error: 'signedOut' }, { status: 401 })
}
