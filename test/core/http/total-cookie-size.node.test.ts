import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import { github } from '../../../src/providers/github.js'
import type { Provider } from '../../../src/providers/kinds/provider.js'
import { app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { frozen } from '../../support/frozen.js'
import { fillCookies } from '../../support/full-cookies.js'
import { mailbox } from '../../support/mailbox.js'

const FLOW = '__Host-authwright.flow.'
const PENDING = '__Host-authwright.mail'
const SESSION = '__Host-authwright.session-token'

/** Bytes of headers that a browser sends besides its cookies. */
const OTHER_HEADERS = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'accept-language': 'en-GB,en;q=0.9,de;q=0.8',
  'x-client-hints': 'x'.repeat(400),
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A browser at an application whose sessions take almost 12,000 bytes. */
function start(providers: readonly Provider[] = []): Browser {
  const { handle } = app({
    ...(providers.length > 0 && { adapter: memory(), session: frozen({ strategy: 'jwt' }) }),
    providers: [
      ...providers,
      credentials({ id: 'password', input: { about: { type: 'text' } }, authorize: () => null }),
      github({ clientId: 'client', clientSecret: 'a secret of the tests' }),
      credentials({ input: {}, authorize: () => ({ id: 'ada', name: 'Ada' }) }),
    ],
    callbacks: { jwt: ({ token }) => ({ ...token, roles: 'x'.repeat(8_400) }) },
  })
  return new Browser(handle)
}

const begin = (browser: Browser): Promise<Response> =>
  browser.post('/auth/signin/github', { callbackUrl: `/${'a'.repeat(1_500)}` })
const enter = (browser: Browser): Promise<Response> => browser.post('/auth/callback/credentials')
const flowsOf = (browser: Browser): string[] => browser.jar.names.filter((name) => name.startsWith(FLOW))

/** How a server of Node.js with its default limits responds to a browser with these cookies. */
async function statusOfServer(browser: Browser): Promise<number> {
  const server = createServer((_, response) => void response.end()).listen(0)
  stops.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const headers = { ...OTHER_HEADERS, cookie: browser.jar.header }
  return (await fetch(`http://127.0.0.1:${port}/`, { headers })).status
}

describe('cookie header size', () => {
  test('a sign-in that starts in the largest session deletes the cookie of the oldest sign-in in progress', async () => {
    const browser = start()
    await enter(browser)
    expect(browser.jar.header.length).toBeGreaterThan(11_000)
    let newest: string[] = []
    for (let count = 0; count < 6; count++) {
      const before = flowsOf(browser)
      await begin(browser)
      newest = flowsOf(browser).filter((name) => !before.includes(name))
    }
    expect(browser.jar.header.length).toBeLessThanOrEqual(14_848)
    expect(flowsOf(browser)).toEqual(expect.arrayContaining(newest))
    expect(await statusOfServer(browser)).toBe(200)
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('the largest session deletes cookies of sign-ins in progress, so that the header stays within limits', async () => {
    const browser = start()
    const begun: string[] = []
    for (let count = 0; count < 5; count++) {
      await begin(browser)
      begun.push(...flowsOf(browser).filter((name) => !begun.includes(name)))
    }
    expect(flowsOf(browser).length).toBeGreaterThan(1)
    await enter(browser)
    expect(browser.jar.header.length).toBeLessThanOrEqual(14_848)
    expect(browser.jar.names.join()).toContain(SESSION)
    expect(await statusOfServer(browser)).toBe(200)
    // The remaining cookies are the newest ones.
    const left = flowsOf(browser)
    expect(left).toEqual(begun.slice(begun.length - left.length).sort())
  })

  test('after a sign-in in the largest session, a callback URL of 2,000 characters is replaced by the start page', async () => {
    const browser = start()
    await enter(browser)
    const done = await browser.post('/auth/signin/github', { callbackUrl: `/${'a'.repeat(2_000)}` })
    expect(done.status).toBe(302)
    expect(browser.jar.header.length).toBeLessThanOrEqual(14_848)
    expect(flowsOf(browser)).toHaveLength(1)
    expect(browser.jar.get(flowsOf(browser)[0] ?? '')?.length).toBeLessThan(1_200)
  })

  test.each([1_500, 1_900, 2_000, 2_600])(
    'a mail sign-in in the largest session keeps the cookie header within limits, with a callback URL of %i bytes',
    async (length) => {
      const box = mailbox()
      const browser = start([box.provider])
      await enter(browser)
      for (let count = 0; count < 3; count++) await begin(browser)
      const callbackUrl = `/${'a'.repeat(length)}`
      const done = await browser.post('/auth/signin/mail', { email: 'ada@example.com', callbackUrl })
      expect(done.status).toBe(302)
      expect(browser.jar.header.length).toBeLessThanOrEqual(14_848)
      expect(await statusOfServer(browser)).toBe(200)
      // The link signs in at one click, in the browser that requested it.
      expect(browser.jar.names).toContain(PENDING)
      const landed = await browser.send(box.link)
      expect(landed.status).toBe(302)
      expect(locationOf(landed).pathname).not.toContain('/auth/')
      expect(await browser.session()).toMatchObject({ user: { email: 'ada@example.com' } })
    },
  )

  test('a failed form in the largest session keeps the cookie header within limits', async () => {
    const browser = start()
    await enter(browser)
    for (let count = 0; count < 3; count++) await begin(browser)
    for (const letter of ['a', '\u{20AC}', '\u0001', '\u{1F600}'.slice(0, 2)]) {
      await browser.post('/auth/callback/password', { about: letter.repeat(1_000 / letter.length) })
      expect(browser.jar.header.length).toBeLessThanOrEqual(14_848)
      expect(await statusOfServer(browser)).toBe(200)
    }
  })

  test('a small session keeps the cookies of all sign-ins in progress', async () => {
    const { handle } = app({
      providers: [
        github({ clientId: 'client', clientSecret: 'a secret of the tests' }),
        credentials({ input: {}, authorize: () => ({ id: 'ada', name: 'Ada' }) }),
      ],
    })
    const browser = new Browser(handle)
    for (let count = 0; count < 5; count++) await browser.post('/auth/signin/github')
    await enter(browser)
    expect(flowsOf(browser)).toHaveLength(5)
  })

  test('cookies of the application are left alone', async () => {
    const browser = start()
    browser.jar.put('theirs', 'x'.repeat(3_000))
    browser.jar.put(`${FLOW}not a flow`, 'x'.repeat(3_000))
    await enter(browser)
    await begin(browser)
    expect(browser.jar.names).toEqual(expect.arrayContaining(['theirs', `${FLOW}not a flow`]))
  })
})

describe('forms and mails whose cookie does not fit into the header', () => {
  const page = async (browser: Browser, path: string): Promise<string> =>
    (await browser.send(path, { headers: { accept: 'text/html' } })).text()

  test('if the cookie of a refused form does not fit into the header, the page does not show the previous form', async () => {
    const browser = start()
    await browser.post('/auth/callback/password', { about: 'the first' })
    fillCookies(browser)
    const { pathname, search } = locationOf(
      await browser.post('/auth/callback/password', { about: 'the second' }),
    )
    expect(await page(browser, pathname + search)).not.toContain('the first')
  })

  test('if the cookie of a mail does not fit into the header, the page does not show the e-mail address of the previous mail', async () => {
    const browser = start([mailbox().provider])
    await browser.post('/auth/signin/mail', { email: 'ada@example.com' })
    expect(await page(browser, '/auth/verify-request?provider=mail&type=email')).toContain('ada@example.com')
    fillCookies(browser)
    const response = await browser.post('/auth/signin/mail', { email: 'eve@example.com' })
    const { pathname, search } = locationOf(response)
    expect(await page(browser, pathname + search)).not.toContain('ada@example.com')
  })
})
