import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import { github } from '../../../src/providers/github.js'
import { app, SECRET } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { mailbox } from '../../support/mailbox.js'

const page = { headers: { accept: 'text/html' } }

function start() {
  const box = mailbox()
  const handler = app({
    providers: [
      github({ clientId: 'client', clientSecret: 'a secret of the tests' }),
      credentials({ input: {}, authorize: () => ({ id: 'ada', name: 'Ada' }) }),
      box.provider,
    ],
    adapter: memory(),
    session: { strategy: 'jwt' },
  })
  return { box, browser: new Browser(handler.handle), other: new Browser(handler.handle) }
}

test.each<[what: string, status: number, send: (browser: Browser) => Promise<Response>]>([
  ['JSON', 200, (browser) => browser.send('/auth/session')],
  ['a redirect to a provider', 302, (browser) => browser.post('/auth/signin/github')],
  ['a redirect after a sign-in', 302, (browser) => browser.post('/auth/callback/credentials')],
  ['a redirect to an error page', 302, (browser) => browser.send('/auth/callback/github?code=x&state=y')],
  ['JSON for a malformed request', 400, (browser) => browser.send('/auth/session?a=1&a=2')],
  ['JSON for an unknown path', 404, (browser) => browser.send('/auth/nothing')],
  [
    'JSON for a method that the route does not have',
    405,
    (browser) => browser.send('/auth/csrf', { method: 'POST' }),
  ],
  ['a page', 200, (browser) => browser.send('/auth/signin', page)],
  ['a page for an unknown path', 404, (browser) => browser.send('/auth/nothing', page)],
])('every response carries nosniff and a referrer policy: %s', async (_, status, send) => {
  const { browser } = start()
  const response = await send(browser)
  expect(response.status).toBe(status)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('referrer-policy')).toBe('same-origin')
  expect(response.headers.get('cross-origin-opener-policy')).toBeNull()
})

describe('a URL with a token is not sent to another page', () => {
  test('the URL of a mail link page is not leaked by a referrer or to an opener', async () => {
    const { box, browser, other } = start()
    await browser.post('/auth/signin/mail', { email: 'ada@example.com' })
    const { headers } = await other.send(box.link, page)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  })

  test('the form of a mail link page is accepted with the headers that its referrer policy causes', async () => {
    const { box, browser, other } = start()
    await browser.post('/auth/signin/mail', { email: 'ada@example.com' })
    const html = await (await other.send(box.link, page)).text()
    const fields = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
    )
    const send = (headers: Record<string, string>): Promise<Response> =>
      other.send('/auth/callback/mail', { method: 'POST', body: new URLSearchParams(fields), headers })
    expect((await send({ origin: 'null', 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await send({ origin: 'null', 'sec-fetch-site': 'same-origin' })).status).toBe(302)
    expect(await other.session()).toMatchObject({ user: { email: 'ada@example.com' } })
  })

  test('over plain HTTP, the URL of a mail link page is sent as referrer only to the same site', async () => {
    const box = mailbox()
    const { handle } = app({ providers: [box.provider], adapter: memory() })
    const browser = new Browser(handle, 'http://localhost:3000')
    await browser.post('/auth/signin/mail', { email: 'ada@example.com' })
    const response = await new Browser(handle, 'http://localhost:3000').send(box.link, page)
    expect(response.headers.get('referrer-policy')).toBe('same-origin')
  })

  test('a page with a button that repeats a callback sends no referrer', async () => {
    const down = async (): Promise<never> => {
      throw new Error('The store is down.')
    }
    const store = { get: down, set: down, consume: down, increment: down, compareAndSet: down }
    const provider = github({ clientId: 'client', clientSecret: 'a secret of the tests' })
    const { handle } = app({ providers: [provider], options: { secret: SECRET, store } })
    const browser = new Browser(handle)
    const { searchParams } = new URL(
      (await browser.post('/auth/signin/github')).headers.get('location') ?? '',
    )
    const response = await browser.send(
      `/auth/callback/github?code=x&state=${searchParams.get('state')}`,
      page,
    )
    expect(response.status).toBe(503)
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })
})

describe('a body that is too large gets 413', () => {
  const large = 'x'.repeat(300_000)

  test.each<[what: string, path: string, type: string, body: string]>([
    ['JSON', '/auth/session', 'application/json', `{"data":"${large}"}`],
    ['a form', '/auth/signin/github', 'application/x-www-form-urlencoded', `a=${large}`],
  ])(
    'a body that is too large gets 413, from a script and from a browser: %s',
    async (_, path, type, body) => {
      const { browser } = start()
      const send = (accept: string): Promise<Response> =>
        browser.send(path, { method: 'POST', body, headers: { 'content-type': type, accept } })
      const read = await send('application/json')
      expect(read.status).toBe(413)
      expect(Object.keys((await read.json()) as object)).toEqual(['message'])
      const shown = await send('text/html')
      expect(shown.status).toBe(413)
      expect(shown.headers.get('content-type')).toContain('text/html')
    },
  )

  test('a body with a Content-Length that is too large is rejected before it is read', async () => {
    const { browser } = start()
    let pulled = 0
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(1_000))
      },
    })
    const headers = { 'content-type': 'application/json', 'content-length': '1000000' }
    const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
    expect((await browser.send('/auth/session', init)).status).toBe(413)
    expect(pulled).toBeLessThan(3)
  })
})
