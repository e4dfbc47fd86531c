import { auth } from '../auth.server'
import type { Route } from './+types/me'

export async function loader({ request }: Route.LoaderArgs) {
  const session = await auth.auth(request)
  return session
    ? Response.json({ name: session.user.name })
    : Response.json({ error: 'signedOut' }, { status: 401 })
}
