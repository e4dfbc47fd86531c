import { clock, testAuth } from 'authwright/testing'
import { expect, test } from 'vitest'
import { auth } from '../src/auth'
import app from '../src/index'

const as = testAuth(auth)
const ada = await as({ user: { name: 'Ada' } })

test('the start page greets the user', async () => {
  const response = await app.request('/', { headers: ada.headers })
  expect(await response.text()).toContain('Signed in as Ada')
})

test('the start page escapes the name', async () => {
  const { headers } = await as({ user: { name: '<b>Ada</b>' } })
  const response = await app.request('/', { headers })
  expect(await response.text()).toContain('Signed in as &lt;b&gt;Ada&lt;/b&gt;')
})

test('the start page shows a sign-in link to a user who is signed out', async () => {
  const response = await app.request('/')
  expect(await response.text()).toContain('Signed out')
})

test('the API responds with the name of the user', async () => {
  const response = await app.request('/api/me', { headers: ada.headers })
  expect(await response.json()).toEqual({ name: 'Ada' })
})

test('the API refuses a user who is signed out', async () => {
  expect((await app.request('/api/me')).status).toBe(401)
})

test('the API responds with the name of each user', async () => {
  const users = await Promise.all(['Ada', 'Grace'].map((name) => as({ user: { name } })))
  const responses = await Promise.all(users.map(({ headers }) => app.request('/api/me', { headers })))
  expect(await Promise.all(responses.map((response) => response.json()))).toEqual([
    { name: 'Ada' },
    { name: 'Grace' },
  ])
})

test('the session route responds with the session', async () => {
  const response = await app.request('/auth/session', { headers: ada.headers })
  expect(await response.json()).toMatchObject({ user: { name: 'Ada' } })
})

test('the session route has no session for a user who is signed out', async () => {
  expect(await (await app.request('/auth/session')).json()).toBeNull()
})

test('a user who signs out has no session any more', async () => {
  const grace = await as({ user: { name: 'Grace' } })
  await auth.signOut({ request: grace.request('/', { method: 'POST' }) })
  expect(await grace.session()).toBeNull()
  expect((await app.request('/api/me', { headers: grace.headers })).status).toBe(401)
})

test('a session ends after 30 days', async () => {
  const grace = await as({ user: { name: 'Grace' } })
  clock(auth).advance({ days: 31 })
  expect((await app.request('/api/me', { headers: grace.headers })).status).toBe(401)
})
