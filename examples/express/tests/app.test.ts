import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { testAuth } from 'authwright/testing'
import { afterAll, expect, test } from 'vitest'
import { app } from '../src/app'
import { auth } from '../src/auth'

const server = app.listen(0, 'localhost')
await once(server, 'listening')
afterAll(() => void server.close())

const url = `http://localhost:${(server.address() as AddressInfo).port}`
const as = testAuth(auth, { url })
const ada = await as({ user: { name: 'Ada' } })

test('the start page greets the user', async () => {
  const response = await fetch(ada.request('/'))
  expect(await response.text()).toContain('Signed in as Ada')
})

test('the start page escapes the name', async () => {
  const mallory = await as({ user: { name: '<b>Ada</b>' } })
  const response = await fetch(mallory.request('/'))
  expect(await response.text()).toContain('Signed in as &#60;b&#62;Ada')
})

test('the start page links a user who is signed out to the sign-in page', async () => {
  const response = await fetch(url)
  expect(await response.text()).toContain('/auth/signin?callbackUrl=/')
})

test('the API responds with the name of the user', async () => {
  const response = await fetch(ada.request('/api/me'))
  expect(await response.json()).toEqual({ name: 'Ada' })
})

test('the API refuses a user who is signed out', async () => {
  expect((await fetch(`${url}/api/me`)).status).toBe(401)
})

test('the session route responds with the session', async () => {
  const response = await fetch(ada.request('/auth/session'))
  expect(await response.json()).toMatchObject({ user: { name: 'Ada' } })
})

test('a user who signs out has no session any more', async () => {
  const grace = await as({ user: { name: 'Grace' } })
  await auth.signOut({ request: grace.request('/', { method: 'POST' }) })
  expect((await fetch(grace.request('/api/me'))).status).toBe(401)
})
