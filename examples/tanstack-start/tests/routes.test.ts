import { testAuth } from 'authwright/testing'
import { expect, test } from 'vitest'
import { auth } from '../src/auth'
import { Route as meRoute } from '../src/routes/api/me'
import { Route as signInRoute } from '../src/routes/auth/$'

const as = testAuth(auth)
const ada = await as({ user: { name: 'Ada' } })

/** Calls the handler of a server route. */
const get = (route: object, request: Request): Promise<Response> =>
  (route as any).options.server.handlers.GET({ request, params: {} })

test('the API route responds with the name of the user', async () => {
  const response = await get(meRoute, ada.request('/api/me'))
  expect(await response.json()).toEqual({ name: 'Ada' })
})

test('the API route refuses a user who is signed out', async () => {
  expect((await get(meRoute, new Request('http://localhost/api/me'))).status).toBe(401)
})

test('the session route responds with the session', async () => {
  const response = await get(signInRoute, ada.request('/auth/session'))
  expect(await response.json()).toMatchObject({ user: { name: 'Ada' } })
})

test('a user who signs out has no session any more', async () => {
  const grace = await as({ user: { name: 'Grace' } })
  await auth.signOut({ request: grace.request('/', { method: 'POST' }) })
  expect((await get(meRoute, grace.request('/api/me'))).status).toBe(401)
})
