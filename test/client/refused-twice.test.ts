import { afterEach, expect, test, vi } from 'vitest'
import { createClient } from '../../src/client.js'
import { createAuth } from '../../src/index.js'
import { credentials } from '../../src/providers/credentials.js'
import { SECRET } from '../support/app.js'
import { Browser } from '../support/browser.js'

const ORIGIN = 'https://app.test'

afterEach(() => vi.unstubAllGlobals())

/** Stubs a page at this path. `isAllowed` is the result of `callbacks.signIn` on the server. */
function pageAt(path: string, isAllowed: boolean) {
  const { handler } = createAuth()
    .provider(credentials({ input: { name: {} }, authorize: () => ({ id: 'u1', name: 'Ada' }) }))
    .callbacks({ signIn: () => isAllowed })
    .pages({ signIn: '/login', error: '/login' })
    .options({ secret: SECRET, trustHost: true, logger: { error: () => {}, warn: () => {} } })
    .build()
  const browser = new Browser(handler, ORIGIN)
  const broadcasts: unknown[] = []
  vi.stubGlobal('location', new URL(path, ORIGIN))
  vi.stubGlobal('dispatchEvent', (event: unknown) => broadcasts.push(event))
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('fetch', (target: string, init: RequestInit = {}) =>
    browser.send(target, { ...init, headers: { ...init.headers, origin: ORIGIN } }),
  )
  return { client: createClient(), browser, broadcasts }
}

const PAGE_OF_ERROR = '/login?error=AccessDenied'

test.each(['/login', PAGE_OF_ERROR])(
  'signIn() returns the error of a refused sign-in on the page %s',
  async (path) => {
    const { client, browser, broadcasts } = pageAt(path, false)
    const result = await client.signIn('credentials', { name: 'Ada', redirect: false })
    expect(result).toMatchObject({ ok: false, error: 'AccessDenied' })
    expect(await browser.session()).toBeNull()
    expect(broadcasts).toEqual([])
  },
)

test('signIn() on a page with a parameter `error` in its URL returns to this page', async () => {
  const { client, browser } = pageAt(PAGE_OF_ERROR, true)
  const result = await client.signIn('credentials', { name: 'Ada', redirect: false })
  expect(result).toMatchObject({ ok: true, url: ORIGIN + PAGE_OF_ERROR })
  expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
})
