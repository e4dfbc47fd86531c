import { createFileRoute } from '@tanstack/react-router'
import { auth } from '../../auth'

export const Route = createFileRoute('/api/me')({
  server: {
    handlers: {
      GET: async ({ request }) => {
        const session = await auth.auth(request)
        return session
          ? Response.json({ name: session.user.name })
          : Response.json({ error: 'signedOut' }, { status: 401 })
      },
    },
  },
})
