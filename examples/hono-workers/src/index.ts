import { Hono } from 'hono'
import { html } from 'hono/html'
import { auth } from './auth'

const app = new Hono()

app.all('/auth/*', (c) => auth.handler(c.req.raw))

app.get('/', async (c) => {
  const session = await auth.auth(c.req.raw)
  return c.html(
    session
      ? html`<p>Signed in as ${session.user.name}</p><p><a href="/auth/signout">Sign out</a></p>`
      : html`<p>Signed out</p><p><a href="/auth/signin?callbackUrl=/">Sign in</a></p>`,
  )
})

app.get('/api/me', async (c) => {
  const session = await auth.auth(c.req.raw)
  return session ? c.json({ name: session.user.name }) : c.json({ error: 'signedOut' }, 401)
})

export default app
