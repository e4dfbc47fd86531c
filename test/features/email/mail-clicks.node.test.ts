import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { AccessDenied } from '../../../src/errors.js'
import { app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { mailbox } from '../../support/mailbox.js'

const ADA = 'ada@example.com'
const CSRF = '__Host-authwright.csrf-token'

interface StartOptions {
  /** Milliseconds that sending a mail takes. */
  readonly delay?: number
  readonly fails?: () => boolean
  readonly isDenied?: boolean
}

/** A browser with the page of the sign-in open, whose button may be clicked more than once. */
async function start({ delay = 150, fails = () => false, isDenied = false }: StartOptions = {}) {
  const box = mailbox()
  const send = box.provider.sendVerificationRequest
  const made = app({
    providers: [
      {
        ...box.provider,
        async sendVerificationRequest(mail) {
          await new Promise((resolve) => setTimeout(resolve, delay))
          if (fails()) throw new Error('The mail server is down.')
          await send(mail)
        },
      },
    ],
    adapter: memory(),
    session: { strategy: 'jwt' },
    flow: { data: v.object({ plan: v.string() }) },
    ...(isDenied && {
      callbacks: {
        signIn: () => {
          throw new AccessDenied('Not on the list.')
        },
      },
    }),
  })
  const browser = new Browser(made.handle)
  const csrfToken = await browser.csrfToken()
  const sent = browser.jar.header
  /**
   * Clicks the button of a page that was loaded once. With `waits`, the browser receives the response and stores its cookies.
   */
  const click = async (email = ADA, waits = true, state = ''): Promise<Response> => {
    const request = new Request('https://app.test/auth/signin/mail', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, email, callbackUrl: '/inside', state }),
      headers: { origin: 'https://app.test', cookie: sent },
    })
    const response = await made.handle(request)
    if (waits) browser.jar.take(response, browser.origin)
    return response
  }
  /** A call of `signIn` on the server. */
  const signIn = (cookie = ''): Promise<unknown> => {
    const headers = { 'user-agent': 'Firefox', 'accept-language': 'en', cookie }
    const request = new Request('https://app.test/sign-in', { method: 'POST', headers })
    return made.signIn('mail', { request, email: ADA, redirectTo: '/inside' } as never)
  }
  return { box, browser, click, signIn, sent, logged: made.logged, handle: made.handle }
}

const SENT = 'https://app.test/auth/verify-request?provider=mail&type=email'

describe('two clicks on "send" send one mail', () => {
  test.each([
    ['while the mail is being sent', 20],
    ['after the mail was sent, before the browser has the response', 400],
  ])(
    'two clicks on "send" send one mail, whose code works in the browser (the second click comes %s)',
    async (_, pause) => {
      const { box, browser, click } = await start()
      const first = click(ADA, false)
      await new Promise((resolve) => setTimeout(resolve, pause))
      const second = click()
      expect(locationOf(await first).href).toBe(SENT)
      expect(locationOf(await second).href).toBe(SENT)
      expect(box.mails).toHaveLength(1)
      const done = await browser.post('/auth/callback/mail', { code: box.last.code ?? '' })
      expect(locationOf(done).href).toBe('https://app.test/inside')
      expect((await browser.session()).user.email).toBe(ADA)
    },
  )

  test('ten concurrent clicks on "send" send one mail', async () => {
    const { box, browser, click } = await start()
    const all = await Promise.all(Array.from({ length: 10 }, () => click()))
    expect(all.map((response) => locationOf(response).href)).toEqual(all.map(() => SENT))
    expect(box.mails).toHaveLength(1)
    expect(locationOf(await browser.send(box.link)).href).toBe('https://app.test/inside')
  })

  test('a mail that could not be sent is sent by the second click', async () => {
    let tries = 0
    const { box, click } = await start({
      fails() {
        tries += 1
        return tries === 1
      },
    })
    const [first, second] = await Promise.all([click(), click()])
    const errors = [first, second].map((response) => locationOf(response).searchParams.get('error'))
    expect(errors.sort()).toEqual(['EmailSignInError', null])
    expect(box.mails).toHaveLength(1)
  })
})

describe('a request for another mail', () => {
  test('a click after the browser has the response sends another mail', async () => {
    const { box, browser } = await start({ delay: 0 })
    for (let count = 0; count < 3; count++) {
      expect(locationOf(await browser.post('/auth/signin/mail', { email: ADA })).href).toBe(SENT)
    }
    expect(box.mails).toHaveLength(3)
  })

  test('a click with another e-mail address, or in another browser, sends another mail', async () => {
    const { box, click, handle } = await start({ delay: 0 })
    const other = new Browser(handle)
    await Promise.all([
      click(),
      click('grace@example.com'),
      other.post('/auth/signin/mail', { email: ADA, callbackUrl: '/inside' }),
    ])
    expect(box.mails.map(({ to }) => to).sort()).toEqual([ADA, ADA, 'grace@example.com'])
  })

  test('a click with another `state` sends another mail', async () => {
    const { box, click } = await start()
    await Promise.all(['basic', 'pro'].map((plan) => click(ADA, true, JSON.stringify({ plan }))))
    expect(box.mails).toHaveLength(2)
  })

  test('two browsers without cookies that send the same headers get two mails', async () => {
    const { box, signIn } = await start()
    await Promise.all([signIn(), signIn()])
    expect(box.mails).toHaveLength(2)
  })

  test.each([
    ['made up', () => `${CSRF}=chosen`],
    ['set by another application', () => `${CSRF}=${'a'.repeat(43)}|${'b'.repeat(43)}`],
    ['changed', (sent: string) => sent.replace(/.{4}$/, 'AAAA')],
  ])('two browsers with the same CSRF cookie get two mails if the cookie was %s', async (_, cookieOf) => {
    const { box, signIn, sent } = await start()
    expect(sent).toContain(`${CSRF}=`)
    const cookie = cookieOf(sent)
    await Promise.all([signIn(cookie), signIn(cookie)])
    expect(box.mails).toHaveLength(2)
  })

  test('two calls of signIn on the server for one browser send one mail', async () => {
    const { box, signIn, sent } = await start()
    await Promise.all([signIn(sent), signIn(sent)])
    expect(box.mails).toHaveLength(1)
  })
})

test('the response time of a second click does not reveal whether a mail was sent', async () => {
  const times: number[] = []
  for (const isDenied of [false, true]) {
    const { browser, click } = await start({ isDenied, delay: 200 })
    await browser.post('/auth/signin/mail', { email: ADA, callbackUrl: '/inside' })
    const first = click()
    await new Promise((resolve) => setTimeout(resolve, 50))
    const begun = performance.now()
    expect(locationOf(await click()).href).toBe(SENT)
    times.push(performance.now() - begun)
    await first
  }
  const [sent = 0, withheld = 0] = times
  // A second mail, or a second pause, would take 200 ms more.
  expect(Math.abs(sent - withheld)).toBeLessThan(150)
})
