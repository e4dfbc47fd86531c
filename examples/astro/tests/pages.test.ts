import { experimental_AstroContainer as AstroContainer } from 'astro/container'
import { testAuth } from 'authwright/testing'
import { expect, test } from 'vitest'
import { auth } from '../src/auth'
import { GET as getMe } from '../src/pages/api/me'
import { ALL as signInRoute } from '../src/pages/auth/[...auth]'
import Start from '../src/pages/index.astro'

const as = testAuth(auth)
const ada = await as({ user: { name: 'Ada' } })

const container = await AstroContainer.create()
const contextOf = (request: Request) => ({ request }) as any

test('the start page greets the user', async () => {
  const page = await container.renderToString(Start, { request: ada.request('/') })
  expect(page).toContain('Signed in as Ada')
})

test('the start page links a user who is signed out to the sign-in page', async () => {
  const page = await container.renderToString(Start, { request: new Request('http://localhost/') })
  expect(page).toContain('href="/auth/signin?callbackUrl=/"')
})

test('the API route responds with the name of the user', async () => {
  const response = await getMe(contextOf(ada.request('/api/me')))
  expect(await response.json()).toEqual({ name: 'Ada' })
})

test('the API route refuses a user who is signed out', async () => {
  const response = await getMe(contextOf(new Request('http://localhost/api/me')))
  expect(response.status).toBe(401)
})

test('the session route responds with the session', async () => {
  const response = await signInRoute(contextOf(ada.request('/auth/session')))
  expect(await response.json()).toMatchObject({ user: { name: 'Ada' } })
})

test('a user who signs out has no session any more', async () => {
  const grace = await as({ user: { name: 'Grace' } })
  await auth.signOut({ request: grace.request('/', { method: 'POST' }) })
  expect((await getMe(contextOf(grace.request('/api/me')))).status).toBe(401)
})
