import { testAuth } from 'authwright/testing'
import { createApp, type EventHandler, toWebHandler } from 'h3'
import { expect, test } from 'vitest'
import getMe from '../server/api/me'
import signInRoute from '../server/routes/auth/[...]'
import { auth } from '../server/utils/auth'

const as = testAuth(auth)
const ada = await as({ user: { name: 'Ada' } })

/** The response of an event handler. */
const respond = (handler: EventHandler, request: Request) => toWebHandler(createApp().use(handler))(request)

test('the API route responds with the name of the user', async () => {
  const response = await respond(getMe, ada.request('/api/me'))
  expect(await response.json()).toEqual({ name: 'Ada' })
})

test('the API route has no name for a user who is signed out', async () => {
  const response = await respond(getMe, new Request('http://localhost/api/me'))
  expect(await response.json()).toEqual({ name: null })
})

test('the session route responds with the session', async () => {
  const response = await respond(signInRoute, ada.request('/auth/session'))
  expect(await response.json()).toMatchObject({ user: { name: 'Ada' } })
})

test('a user who signs out has no session any more', async () => {
  const grace = await as({ user: { name: 'Grace' } })
  await auth.signOut({ request: grace.request('/', { method: 'POST' }) })
  const response = await respond(getMe, grace.request('/api/me'))
  expect(await response.json()).toEqual({ name: null })
})
