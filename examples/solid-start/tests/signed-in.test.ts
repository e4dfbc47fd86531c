import { testAuth } from 'authwright/testing'
import { inSolidStartRequest } from 'authwright/testing/vitest'
import { expect, test } from 'vitest'
import { auth } from '../src/auth'
import { GET as getMe } from '../src/routes/api/me'
import { inside, leave, rename, whoIsThere } from '../src/server'

const as = testAuth(auth)
const ada = await as({ user: { name: 'Ada' } })
const signedOut = (path: string) =>
  new Request(`http://localhost${path}`, { headers: { accept: 'text/html' } })

test('a query returns the user', async () => {
  const { result } = await inSolidStartRequest(ada.request('/'), whoIsThere)
  expect(result?.user.name).toBe('Ada')
})

test('a query has no session for a user who is signed out', async () => {
  const { result } = await inSolidStartRequest(signedOut('/'), whoIsThere)
  expect(result).toBeNull()
})

test('the page /inside shows the fields that the callbacks add', async () => {
  const { result } = await inSolidStartRequest(ada.request('/inside'), inside)
  expect(result).toEqual({ name: 'Ada', nickname: 'nobody yet' })
})

test('the page /inside redirects a user who is signed out', async () => {
  await expect(inSolidStartRequest(signedOut('/inside'), inside)).rejects.toMatchObject({ status: 302 })
})

test('an API route responds with the name of the user', async () => {
  const response = await getMe({ request: ada.request('/api/me') } as never)
  expect(await response.json()).toMatchObject({ name: 'Ada' })
})

test('an API route refuses a user who is signed out', async () => {
  const response = await getMe({ request: signedOut('/api/me') } as never)
  expect(response.status).toBe(401)
})

test('an action changes the nickname in the session', async () => {
  const form = new FormData()
  form.set('nickname', 'Countess')
  const { headers } = await inSolidStartRequest(ada.request('/inside', { method: 'POST' }), () =>
    rename(form),
  )
  const cookie = headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const next = new Request('http://localhost/', { headers: { cookie } })
  const { result } = await inSolidStartRequest(next, whoIsThere)
  expect(result?.nickname).toBe('Countess')
})

test('an action signs the user out', async () => {
  const grace = await as({ user: { name: 'Grace' } })
  const request = grace.request('/', { method: 'POST' })
  await expect(inSolidStartRequest(request, leave)).rejects.toMatchObject({ status: 302 })
  const { result } = await inSolidStartRequest(grace.request('/'), whoIsThere)
  expect(result).toBeNull()
})

test('the middleware redirects a user who is signed out', async () => {
  const guard = auth.middleware({ paths: ['/guarded'], fallback: '/' })
  const pass = async (request: Request) => guard({ request, response: new Response() } as never)
  expect(await pass(ada.request('/guarded'))).toBeUndefined()
  expect((await pass(signedOut('/guarded')))?.status).toBe(302)
})
