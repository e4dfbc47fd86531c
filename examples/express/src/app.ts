import { toNodeHandler, toWebRequest } from 'authwright/node'
import express from 'express'
import { auth } from './auth.js'

export const app = express()

// Must come before `express.json()`, because the routes of Authwright read the body.
app.use('/auth', toNodeHandler(auth.handler))
app.use(express.json())

// Express 5 catches errors of async handlers. In Express 4, catch them yourself, or they end the process.
app.get('/', async (request, response) => {
  const session = await auth.auth(toWebRequest(request))
  response
    .type('html')
    .send(
      session
        ? `<p>Signed in as ${escaped(session.user.name)}</p><p><a href="/auth/signout">Sign out</a></p>`
        : '<p>Signed out</p><p><a href="/auth/signin?callbackUrl=/">Sign in</a></p>',
    )
})

app.get('/api/me', async (request, response) => {
  const session = await auth.auth(toWebRequest(request))
  if (session === null) response.status(401).json({ error: 'signedOut' })
  else response.json({ name: session.user.name })
})

function escaped(text: string | null | undefined): string {
  return (text ?? '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
