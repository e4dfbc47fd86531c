import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Browser, locationOf } from '../../support/browser.js'
import { fixture, openPage } from './page.js'

const page = openPage('iron-session.md')
let handle: (request: Request) => Promise<Response>

beforeAll(async () => {
  writeFileSync(
    path.join(page.folder, 'users.ts'),
    `const ada = { id: '7', name: 'Ada', role: 'admin', passwordHash: 'hash of right' }
     export const findUser = async (email) => (email === 'ada@example.com' ? ada : undefined)
     export const verifyPassword = async (password, hash) => hash === 'hash of ' + password`,
  )
  vi.stubEnv('AUTH_SECRET', 'a secret of more than thirty-two characters')
  vi.stubEnv('AUTH_URL', 'https://app.test')
  const { auth } = await import(path.join(page.folder, 'auth.ts'))
  handle = auth.handler
})
afterAll(() => {
  vi.unstubAllEnvs()
  page.remove()
})

test('the session contains the data that the login route has stored', async () => {
  const browser = new Browser(handle)
  await browser.post('/auth/callback/credentials', { email: 'ada@example.com', password: 'right' })
  expect(await browser.session()).toMatchObject({ userId: '7', role: 'admin', user: { name: 'Ada' } })
})

test('a wrong password does not sign a user in', async () => {
  const browser = new Browser(handle)
  const response = await browser.post('/auth/callback/credentials', {
    email: 'ada@example.com',
    password: 'x',
  })
  expect(locationOf(response).searchParams.get('error')).toBe('CredentialsSignin')
  expect(await browser.session()).toBeNull()
})

test('a cookie of iron-session is neither read nor deleted', async () => {
  const { cookie } = JSON.parse(fixture('iron-session-8.0.4.json'))
  const browser = new Browser(handle)
  browser.headers = { cookie }
  expect(await browser.session()).toBeNull()
  const response = await browser.send('/auth/session')
  expect(response.headers.getSetCookie().filter((each) => each.startsWith('session='))).toEqual([])
})
