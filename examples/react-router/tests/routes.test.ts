import { testAuth } from 'authwright/testing'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { auth } from '../app/auth.server'
import { loader as signInRoute } from '../app/routes/auth'
import Home, { loader as homeLoader } from '../app/routes/home'
import { loader as getMe } from '../app/routes/me'

const as = testAuth(auth)
const ada = await as({ user: { name: 'Ada' } })
const signedOut = (path: string) => new Request(`http://localhost${path}`)

/** The arguments have different types for each route. */
const argsOf = (request: Request) => ({ request, params: {} }) as any

async function homeOf(request: Request): Promise<string> {
  const loaderData = await homeLoader(argsOf(request))
  return renderToStaticMarkup(createElement(Home as any, { loaderData }))
}

test('the start page greets the user', async () => {
  expect(await homeOf(ada.request('/'))).toContain('<p>Signed in as Ada</p>')
})

test('the start page links a user who is signed out to the sign-in page', async () => {
  expect(await homeOf(signedOut('/'))).toContain('href="/auth/signin?callbackUrl=/"')
})

test('the resource route responds with the name of the user', async () => {
  const response = await getMe(argsOf(ada.request('/api/me')))
  expect(await response.json()).toEqual({ name: 'Ada' })
})

test('the resource route refuses a user who is signed out', async () => {
  expect((await getMe(argsOf(signedOut('/api/me')))).status).toBe(401)
})

test('the session route responds with the session', async () => {
  const response = await signInRoute(argsOf(ada.request('/auth/session')))
  expect(await response.json()).toMatchObject({ user: { name: 'Ada' } })
})

test('a user who signs out has no session any more', async () => {
  const grace = await as({ user: { name: 'Grace' } })
  await auth.signOut({ request: grace.request('/', { method: 'POST' }) })
  expect((await getMe(argsOf(grace.request('/api/me')))).status).toBe(401)
})
