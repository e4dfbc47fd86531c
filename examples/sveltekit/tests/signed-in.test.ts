import { testAuth } from 'authwright/testing'
import { authMatchers, inSvelteKitRequest, svelteKitEvent } from 'authwright/testing/vitest'
import { describe, expect, test } from 'vitest'
import { auth, signOut } from '../src/auth'
import { handle } from '../src/hooks.server'
import { load as layoutLoad } from '../src/routes/+layout.server'
import { GET as getMe } from '../src/routes/api/me/+server'
import { actions, load } from '../src/routes/inside/+page.server'

expect.extend(authMatchers)

const as = testAuth(auth)
const ada = await as({ user: { name: 'Ada' } })
const signedOut = (path: string) =>
  new Request(`http://localhost${path}`, { headers: { accept: 'text/html' } })

/** The event has different types for each route. */
const eventOf = (request: Request) => svelteKitEvent(request) as any

describe('load functions', () => {
  test('load functions of the layout get the session from the hook', async () => {
    const event = eventOf(ada.request('/'))
    await inSvelteKitRequest(event, () => handle({ event, resolve: () => new Response() }))
    expect(await layoutLoad(event)).toMatchObject({ session: { user: { name: 'Ada' } } })
  })

  test('load functions get the fields that the callbacks add', async () => {
    expect(await load(eventOf(ada.request('/inside')))).toMatchObject({ session: { nickname: 'nobody yet' } })
  })

  test('load functions redirect a user who is signed out', async () => {
    await expect(load(eventOf(signedOut('/inside')))).rejects.toRedirectToSignIn({ page: '/login' })
  })

  test('load functions return the name of each user', async () => {
    const users = await Promise.all(['Ada', 'Grace'].map((name) => as({ user: { name } })))
    const data = await Promise.all(users.map((user) => load(eventOf(user.request('/inside')))))
    expect(data).toMatchObject([
      { session: { user: { name: 'Ada' } } },
      { session: { user: { name: 'Grace' } } },
    ])
  })
})

describe('endpoints', () => {
  test('endpoints respond with the name of the user', async () => {
    const response = await getMe(eventOf(ada.request('/api/me')))
    expect(await response.json()).toEqual({ name: 'Ada' })
  })

  test('endpoints refuse a user who is signed out', async () => {
    const request = new Request('http://localhost/api/me')
    await expect(getMe(eventOf(request))).rejects.toMatchObject({ status: 401 })
  })
})

describe('the hook', () => {
  const guarded = (request: Request) => {
    const event = { ...eventOf(request), route: { id: '/guarded' } }
    return inSvelteKitRequest(event, () => handle({ event, resolve: () => new Response('inside') }))
  }

  test('the hook lets a signed-in user pass', async () => {
    const response = await guarded(ada.request('/guarded'))
    expect(await response.text()).toBe('inside')
  })

  test('the hook redirects a user who is signed out', async () => {
    await expect(guarded(signedOut('/guarded'))).rejects.toRedirectToSignIn({ page: '/login' })
  })
})

describe('actions', () => {
  test('a form action changes the nickname in the session', async () => {
    const body = new URLSearchParams({ nickname: 'Countess' })
    const event = eventOf(ada.request('/inside', { method: 'POST', body }))
    await actions['rename']?.(event)
    const cookie = event.cookies
      .getAll()
      .map(({ name, value }: any) => `${name}=${value}`)
      .join('; ')
    const next = new Request('http://localhost/inside', { headers: { cookie } })
    expect(await load(eventOf(next))).toMatchObject({ session: { nickname: 'Countess' } })
  })

  test('a form action signs the user out', async () => {
    const event = eventOf(ada.request('/signout', { method: 'POST', body: new URLSearchParams() }))
    await expect(signOut(event)).rejects.toMatchObject({ status: 303 })
    expect(event.cookies.get('authwright.session-token')).toBeUndefined()
  })
})
