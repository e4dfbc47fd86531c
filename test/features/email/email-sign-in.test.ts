import { describe, expect, test } from 'vitest'
import { type MemoryAdapter, memory } from '../../../src/adapters/memory.js'
import type { AuthSpec } from '../../../src/builder/auth-spec.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { type App, type AppOptions, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { type Mailbox, type MailboxOptions, mailbox } from '../../support/mailbox.js'

const SENT = 'https://app.test/auth/verify-request?provider=mail&type=email'
const ADA = 'ada@example.com'

interface Site extends App, Mailbox {
  readonly adapter: MemoryAdapter
  readonly browser: Browser
  another(): Browser
  ask(email?: string, browser?: Browser, more?: Record<string, string>): Promise<Response>
}

function site(
  options: Partial<AppOptions> & {
    strategy?: AuthSpec['session']['strategy']
    mail?: MailboxOptions
  } = {},
): Site {
  const { strategy = 'database', mail, ...rest } = options
  const box = mailbox(mail)
  const adapter = memory()
  const made = app({ providers: [box.provider], adapter, session: { strategy }, ...rest })
  const another = (): Browser => new Browser(made.handle)
  const browser = another()
  return Object.assign(Object.create(box), made, {
    adapter,
    browser,
    another,
    ask: (email = ADA, at: Browser = browser, more = {}) =>
      at.post('/auth/signin/mail', { email, callbackUrl: '/inside', ...more }),
  }) as Site
}

/** Sends the form of the confirmation page unchanged. */
async function confirm(page: Response, browser: Browser): Promise<Response> {
  const html = await page.text()
  const fields = Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
    ),
  )
  const [, action = ''] = /<form action="([^"]*)"/.exec(html) ?? []
  const body = new URLSearchParams(fields)
  return browser.send(new URL(action).pathname, { method: 'POST', body, headers: { origin: browser.origin } })
}

const page = { headers: { accept: 'text/html' } }

describe.each(['database', 'jwt'] as const)('strategy %s', (strategy) => {
  test('one click signs in the browser that requested the mail', async () => {
    const here = site({ strategy })
    expect(locationOf(await here.ask()).href).toBe(SENT)
    expect(locationOf(await here.browser.send(here.link)).href).toBe('https://app.test/inside')
    expect((await here.browser.session()).user.email).toBe(ADA)
  })

  test('a browser that did not request the mail must confirm the link, and its button signs in', async () => {
    const here = site({ strategy })
    await here.ask()
    const phone = here.another()
    const asked = await phone.send(here.link, page)
    expect(asked.status).toBe(200)
    expect(await phone.session()).toBeNull()
    const done = await confirm(await phone.send(here.link, page), phone)
    expect(locationOf(done).href).toBe('https://app.test/inside')
    expect((await phone.session()).user.email).toBe(ADA)
    expect(await here.browser.session()).toBeNull()
  })

  test('the confirmation page shows the e-mail address that signs in, and the host', async () => {
    const here = site({ strategy })
    await here.ask()
    const html = await (await here.another().send(here.link, page)).text()
    expect(html).toContain('<strong>app.test</strong> as <strong><bdi>ada@example.com</bdi></strong>')
  })

  test('a link works once, and then shows that it was used', async () => {
    const here = site({ strategy })
    await here.ask()
    await here.browser.send(here.link)
    for (const browser of [here.browser, here.another()]) {
      const again = locationOf(await browser.send(here.link, page))
      expect(again.href).toBe('https://app.test/auth/error?error=Verification')
      const told = await browser.send(again.pathname + again.search, page)
      expect(told.status).toBe(403)
      const html = await told.text()
      expect(html).toContain('This link no longer works')
      expect(html).toContain('href="https://app.test/auth/signin"')
    }
  })

  test('the code signs in only the browser that requested the mail', async () => {
    const here = site({ strategy })
    await here.ask()
    const { code = '' } = here.last
    expect(code).toMatch(/^\d{8}$/)
    const elsewhere = await here.another().post('/auth/callback/mail', { code })
    expect(locationOf(elsewhere).searchParams.get('error')).toBe('InvalidCheck')
    const typed = `${code.slice(0, 4)} ${code.slice(4)}`
    const done = await here.browser.post('/auth/callback/mail', { code: typed })
    expect(locationOf(done).href).toBe('https://app.test/inside')
    expect((await here.browser.session()).user.email).toBe(ADA)
  })

  test.each<readonly [script: string, zero: number, dash: string]>([
    ['full-width', 0xff10, '－'],
    ['Arabic', 0x0660, '–'],
    ['Devanagari', 0x0966, '-'],
    // These digits exist since Unicode 16. Digits of another script come directly before them.
    ...(/\p{Nd}/u.test('\u{116da}') ? [['Eastern Pwo Karen', 0x116da, '-'] as const] : []),
  ])('the code can be typed in %s digits', async (_, zero, dash) => {
    const here = site({ strategy })
    await here.ask()
    const { code = '' } = here.last
    const digits = [...code].map((digit) => String.fromCodePoint(zero + Number(digit)))
    const typed = [...digits.slice(0, 4), dash, ...digits.slice(4)].join('')
    await here.browser.post('/auth/callback/mail', { code: typed })
    expect((await here.browser.session()).user.email).toBe(ADA)
  })

  test('using the code or the link of a mail invalidates both', async () => {
    const here = site({ strategy })
    await here.ask()
    await here.browser.post('/auth/callback/mail', { code: here.last.code ?? '' })
    expect(locationOf(await here.another().send(here.link)).searchParams.get('error')).toBe('Verification')
  })

  test('the seventh code fails even if it is right, and the link still works', async () => {
    const here = site({ strategy, options: { limits: { account: false } } })
    await here.ask()
    const { code = '' } = here.last
    const wrong = code === '00000000' ? '00000001' : '00000000'
    for (let guess = 0; guess < 6; guess++) {
      const refused = await here.browser.post('/auth/callback/mail', { code: wrong })
      expect(locationOf(refused).href).toBe(`${SENT}&error=InvalidCode`)
    }
    const seventh = await here.browser.post('/auth/callback/mail', { code })
    expect(locationOf(seventh).href).toBe(`${SENT}&error=InvalidCode`)
    expect(await here.browser.session()).toBeNull()
    expect(locationOf(await here.browser.send(here.link)).href).toBe('https://app.test/inside')
  })

  test('an attacker who requests new mails can try at most 50 codes per hour and e-mail address, and the link still works', async () => {
    let now = Date.now()
    let client = 0
    const clientAddress = (): string => `203.0.113.${client}`
    const here = site({ strategy, clock: () => now, options: { clientAddress } })
    let wrong = 0
    for (let quarter = 0; quarter < 4; quarter++, now += 899_000) {
      for (let mail = 0; mail < 5; mail++) {
        client += 1
        const guesser = here.another()
        await here.ask(ADA, guesser)
        for (let guess = 0; guess < 6; guess++) {
          const code = here.last.code === '00000000' ? '00000001' : '00000000'
          const refused = await guesser.post('/auth/callback/mail', { code })
          if (refused.status !== 429) wrong += 1
        }
      }
    }
    expect(wrong).toBe(50)
    now += 30_000
    await here.ask()
    expect(locationOf(await here.browser.send(here.link)).href).toBe('https://app.test/inside')
  })

  test('wrong links do not invalidate the code of the mail', async () => {
    let client = 0
    const here = site({ strategy, options: { clientAddress: () => `203.0.113.${client}` } })
    await here.ask()
    const guesser = here.another()
    const statuses = new Set<number>()
    for (; client < 60; client++) {
      const token = client.toString(16).padStart(64, '0')
      statuses.add((await guesser.post('/auth/callback/mail', { email: ADA, token })).status)
    }
    // Guesses of links have a separate limit.
    expect([...statuses]).toEqual([302, 429])
    const done = await here.browser.post('/auth/callback/mail', { code: here.last.code ?? '' })
    expect(locationOf(done).href).toBe('https://app.test/inside')
    expect((await here.browser.session()).user.email).toBe(ADA)
  })

  test('wrong codes of one e-mail provider do not block the codes of another provider', async () => {
    const [box, other] = [mailbox(), mailbox({ id: 'other' })]
    const limits = { account: { max: 3, window: 60 } }
    const { handle } = app({
      providers: [box.provider, other.provider],
      adapter: memory(),
      session: { strategy },
      options: { limits },
    })
    const [guesser, browser] = [new Browser(handle), new Browser(handle)]
    await guesser.post('/auth/signin/mail', { email: ADA })
    const wrong = box.last.code === '00000000' ? '00000001' : '00000000'
    const statuses: number[] = []
    for (let guess = 0; guess < 4; guess++)
      statuses.push((await guesser.post('/auth/callback/mail', { code: wrong })).status)
    expect(statuses).toEqual([302, 302, 302, 429])
    await browser.post('/auth/signin/other', { email: ADA })
    await browser.post('/auth/callback/other', { code: other.last.code ?? '' })
    expect((await browser.session()).user.email).toBe(ADA)
  })

  test('the right code is accepted at the sixth guess', async () => {
    const here = site({ strategy })
    await here.ask()
    const { code = '' } = here.last
    const wrong = code === '00000000' ? '00000001' : '00000000'
    for (let guess = 0; guess < 5; guess++) await here.browser.post('/auth/callback/mail', { code: wrong })
    await here.browser.post('/auth/callback/mail', { code })
    expect((await here.browser.session()).user.email).toBe(ADA)
  })

  test('the first sign-in by mail creates the user, and the second verifies the e-mail address again', async () => {
    const told: unknown[] = []
    const tell = (name: string) => (message: object) => void told.push([name, message])
    const here = site({
      strategy,
      clock: () => 1_700_000_000_000,
      events: {
        createUser: tell('createUser'),
        updateUser: tell('updateUser'),
        linkAccount: tell('linkAccount'),
        signIn: tell('signIn'),
      },
    })
    await here.ask()
    await here.browser.send(here.link)
    const user = await here.adapter.getUserByEmail(ADA)
    const emailVerified = new Date(1_700_000_000_000)
    expect(user).toMatchObject({ email: ADA, emailVerified, name: null })
    const account = { provider: 'mail', type: 'email', providerAccountId: ADA, userId: user?.id }
    expect(told).toEqual([
      ['createUser', { user }],
      ['signIn', { provider: 'mail', user, account, isNewUser: true }],
    ])
    told.length = 0
    const phone = here.another()
    await here.ask(ADA, phone)
    await phone.send(here.link)
    expect(told).toEqual([
      ['updateUser', { user }],
      ['signIn', { provider: 'mail', user, account, isNewUser: false }],
    ])
  })

  test('a signed-in user who signs in with another e-mail address becomes the other user', async () => {
    const here = site({ strategy })
    await here.ask()
    await here.browser.send(here.link)
    await here.ask('grace@example.com')
    await here.browser.send(here.link)
    expect((await here.browser.session()).user.email).toBe('grace@example.com')
    expect((await here.adapter.getUserByEmail(ADA))?.id).not.toBe(
      (await here.adapter.getUserByEmail('grace@example.com'))?.id,
    )
  })
})

test('callbacks.signIn is called when a mail is requested, and again when the link is used', async () => {
  const asked: unknown[] = []
  const here = site({
    callbacks: {
      signIn: (context) => {
        asked.push(context)
        return true
      },
    },
  })
  await here.ask()
  await here.browser.send(here.link)
  const account = { provider: 'mail', type: 'email', providerAccountId: ADA, userId: expect.any(String) }
  const user = { id: expect.any(String), email: ADA, emailVerified: null }
  expect(asked).toEqual([
    {
      ...{ provider: 'mail', user, account, email: { verificationRequest: true } },
      ...{ verifiedEmail: ADA, intent: 'signUp' },
    },
    { provider: 'mail', user, account, verifiedEmail: ADA, intent: 'signUp' },
  ])
})

test('callbacks.signIn may redirect the browser instead of sending a mail', async () => {
  const here = site({ callbacks: { signIn: () => '/waiting-list' } })
  expect(locationOf(await here.ask()).href).toBe('https://app.test/waiting-list')
  expect(here.mails).toEqual([])
})

test('a user whom callbacks.signIn refuses gets the same response, but no mail', async () => {
  const here = site({ callbacks: { signIn: ({ user }) => user.email !== ADA } })
  const [denied, allowed] = [await here.ask(), await here.ask('grace@example.com', here.another())]
  expect(denied.status).toBe(allowed.status)
  expect(locationOf(denied).href).toBe(SENT)
  expect(here.mails.map(({ to }) => to)).toEqual(['grace@example.com'])
})

test('a sign-in link signs in on navigation only, not on a prefetch or a request for a part of a page', async () => {
  const here = site()
  await here.ask()
  for (const headers of [
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'sec-fetch-mode': 'no-cors' },
  ]) {
    expect((await here.browser.send(here.link, { headers: headers as Record<string, string> })).status).toBe(
      200,
    )
  }
  expect(await here.browser.session()).toBeNull()
  expect((await here.browser.send(here.link, { headers: { 'sec-fetch-mode': 'navigate' } })).status).toBe(302)
})

test('a form on another site cannot post the link of a mail', async () => {
  const here = site()
  await here.ask()
  const body = new URLSearchParams({ email: ADA, token: here.last.link.searchParams.get('token') ?? '' })
  const forged = await here.another().send('/auth/callback/mail', { method: 'POST', body })
  expect(forged.status).toBe(403)
  expect((await here.browser.send(here.link)).status).toBe(302)
})

test('a link expires, and so does the code', async () => {
  let now = 1_700_000_000_000
  const here = site({ clock: () => now, mail: { maxAge: 600 } })
  await here.ask()
  expect(here.last.expires.getTime()).toBe(now + 600_000)
  now += 601_000
  const late = await here.browser.post('/auth/callback/mail', { code: here.last.code ?? '' })
  expect(locationOf(late).searchParams.get('error')).toBe('InvalidCheck')
  const opened = await confirm(await here.browser.send(here.link, page), here.browser)
  expect(locationOf(opened).searchParams.get('error')).toBe('Verification')
  expect(await here.browser.session()).toBeNull()
  expect(here.warned).toEqual([
    'InvalidCheck: No mail with a valid code was requested in this browser.',
    'Verification: The link has expired.',
  ])
})

test('links stay valid after a rotation of the secret that keeps the old secret', async () => {
  const adapter = memory()
  const [old, next] = [
    'the old secret of more than thirty-two characters',
    'the new secret of more than thirty-two',
  ]
  const before = site({ adapter, options: { secret: old } })
  await before.ask()
  const after = site({ adapter, options: { secret: [next, old] } })
  const browser = after.another()
  const done = await confirm(await browser.send(before.link, page), browser)
  expect(locationOf(done).href).toBe('https://app.test/inside')
})

test('a mail provider can create its own tokens, and refuse e-mail addresses in `normalizeIdentifier`', async () => {
  const here = site({
    mail: {
      generateVerificationToken: () => 'own-token',
      normalizeIdentifier: (typed) => {
        if (!typed.endsWith('@example.com')) throw new Error('Not one of us.')
        return typed.toLowerCase()
      },
    },
  })
  await here.ask('ADA@example.com')
  expect(here.last.link.searchParams.get('token')).toBe('own-token')
  const refused = await here.browser.send('/auth/signin/mail', {
    method: 'POST',
    body: new URLSearchParams({ csrfToken: await here.browser.csrfToken(), email: 'ada@example.org' }),
    headers: { origin: 'https://app.test', accept: 'text/html' },
  })
  expect(refused.status).toBe(400)
  const html = await refused.text()
  expect(html).toContain('That is not an email address')
  expect(html).toContain('value="ada@example.org"')
  expect(here.mails).toHaveLength(1)
})

test('guesses at tokens from generateVerificationToken are rate-limited', async () => {
  const here = site({
    mail: { generateVerificationToken: () => '1234' },
    options: { limits: { account: { max: 3, window: 60 } } },
  })
  await here.ask()
  const mallory = here.another()
  const guess = (token: string): Promise<Response> =>
    mallory.post('/auth/callback/mail', { email: ADA, token })
  for (const token of ['1111', '2222', '3333']) {
    expect(locationOf(await guess(token)).searchParams.get('error')).toBe('Verification')
  }
  expect((await guess('1234')).status).toBe(429)
  expect(await mallory.session()).toBeNull()
})

describe('a token that the application generates', () => {
  const own = { generateVerificationToken: () => '1234' }
  const linkWith = (token: string): string =>
    `/auth/callback/mail?${new URLSearchParams({ email: ADA, token })}`
  const crossSite = {
    headers: { ...page.headers, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  }

  test('GET returns the same page for a right and a wrong token, also in the browser that requested the mail', async () => {
    const here = site({ mail: own })
    await here.ask()
    const pageOf = async (token: string): Promise<string> => {
      const response = await here.browser.send(linkWith(token), page)
      expect(response.status).toBe(200)
      const html = await response.text()
      const [, nonce = ''] = /nonce="([^"]+)"/.exec(html) ?? []
      return html.replaceAll(nonce, 'NONCE').replace(`name="token" value="${token}"`, 'TOKEN')
    }
    expect(await pageOf('1234')).toBe(await pageOf('9999'))
    expect(await here.browser.session()).toBeNull()
  })

  test('GET requests from another site do not use up the attempts of a browser that has signed in before', async () => {
    const mail = { generateVerificationToken: () => crypto.randomUUID() }
    const here = site({ mail, options: { limits: { browser: { max: 3, window: 60 } } } })
    await here.ask()
    await here.browser.post('/auth/callback/mail', { code: here.last.code ?? '' })
    await here.browser.post('/auth/signout')
    await here.ask()
    for (let times = 0; times < 4; times++) await here.browser.send(linkWith('9999'), crossSite)
    const done = await confirm(await here.browser.send(here.link, page), here.browser)
    expect(locationOf(done).href).toBe('https://app.test/inside')
  })

  test('the last allowed attempt signs in even if the store is slow', async () => {
    const fast = memoryStore()
    const store = {
      ...fast,
      async increment(key: string, window: number, by = 1) {
        // Only the decrement after a successful attempt is slow.
        if (by < 0) await new Promise((resolve) => setTimeout(resolve, 60))
        return fast.increment(key, window, by)
      },
    }
    const here = site({ mail: own, options: { store, limits: { account: { max: 3, window: 60 } } } })
    await here.ask()
    for (const token of ['1111', '2222'])
      await here.browser.post('/auth/callback/mail', { email: ADA, token })
    const done = await confirm(await here.browser.send(here.link, page), here.browser)
    expect(locationOf(done).href).toBe('https://app.test/inside')
  })

  test('a successful sign-in by link does not count as a failed attempt', async () => {
    const here = site({
      mail: { generateVerificationToken: () => crypto.randomUUID() },
      options: { limits: { account: { max: 1, window: 60 } } },
    })
    for (let signIn = 0; signIn < 3; signIn++) {
      const browser = here.another()
      await here.ask(ADA, browser)
      const done = await confirm(await browser.send(here.link, page), browser)
      expect(locationOf(done).href).toBe('https://app.test/inside')
    }
  })

  test('with earlier logins, a right code opens the page of the link, which then lists the logins', async () => {
    const here = site({ mail: own })
    await here.adapter.createUser({ email: ADA, emailVerified: null })
    await here.ask()
    const opened = locationOf(await here.browser.post('/auth/callback/mail', { code: here.last.code ?? '' }))
    const link = await here.browser.send(opened.pathname + opened.search, page)
    const shown = await confirm(link, here.browser)
    expect(shown.status).toBe(200)
    expect(await shown.text()).toContain('value="remove"')
    expect(await here.browser.session()).toBeNull()
  })
})

test.each<readonly [value: string, token: string]>([
  ['an empty string', ''],
  ['a string with a space', 'with space'],
  ['a letter outside of ASCII', 'é'],
  ['513 characters', 'a'.repeat(513)],
  ['an object', {} as string],
])(
  'a token from generateVerificationToken that does not fit into a link is refused: %s',
  async (_, token) => {
    const here = site({ mail: { generateVerificationToken: () => token } })
    expect(locationOf(await here.ask()).searchParams.get('error')).toBe('EmailSignInError')
    expect(here.mails).toEqual([])
    expect(here.logged.join()).toContain('generateVerificationToken')
  },
)

test('generateVerificationToken may return a number', async () => {
  const here = site({ mail: { generateVerificationToken: () => 1234 as unknown as string } })
  await here.ask()
  const done = await confirm(await here.browser.send(here.link, page), here.browser)
  expect(locationOf(done).href).toBe('https://app.test/inside')
})

test('the newest of several sign-in mails is valid', async () => {
  const here = site()
  await here.ask()
  const earlier = here.link
  await here.ask()
  const phone = here.another()
  const refused = await confirm(await phone.send(earlier, page), phone)
  expect(locationOf(refused).searchParams.get('error')).toBe('Verification')
  expect(locationOf(await here.browser.send(here.link)).href).toBe('https://app.test/inside')
})

test('the page after a request for a mail accepts the code in the same browser', async () => {
  const here = site()
  const sent = locationOf(await here.ask())
  const html = await (await here.browser.send(sent.pathname + sent.search, page)).text()
  expect(html).toContain('<bdi>ada@example.com</bdi>')
  expect(html).toContain('action="https://app.test/auth/callback/mail"')
  expect(html).toContain('autocomplete="one-time-code"')
  const stranger = await (await here.another().send(sent.pathname + sent.search, page)).text()
  expect(stranger).not.toContain(ADA)
  expect(stranger).not.toContain('<form')
})

test('with `code: false`, neither mail nor page mentions a code', async () => {
  const here = site({ mail: { code: false } })
  const sent = locationOf(await here.ask())
  expect(here.last.code).toBeUndefined()
  expect(here.last.text).not.toMatch(/\b\d{8}\b/)
  expect(await (await here.browser.send(sent.pathname + sent.search, page)).text()).not.toContain('<form')
})

test('a script gets the redirect URL as JSON', async () => {
  const here = site()
  const headers = { 'x-auth-return-redirect': '1', origin: 'https://app.test' }
  const post = async (fields: Record<string, string>): Promise<Response> =>
    here.browser.send('/auth/signin/mail', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken: await here.browser.csrfToken(), ...fields }),
      headers,
    })
  expect(await (await post({ email: ADA })).json()).toEqual({ url: SENT })
  const refused = await post({ email: 'ada' })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toEqual({
    url: 'https://app.test/auth/signin?error=InvalidEmailAddress&callbackUrl=https%3A%2F%2Fapp.test%2F',
  })
})

test('signIn on the server also sends a mail', async () => {
  const here = site()
  const request = new Request('https://app.test/login', { method: 'POST' })
  const { url, headers } = await here.signIn('mail', { request, email: ADA, redirectTo: '/inside' } as never)
  expect(url).toBe(SENT)
  expect(headers.getSetCookie().join()).toContain('authwright.mail=')
  expect(here.last.link.searchParams.get('callbackUrl')).toBe('https://app.test/inside')
  await expect(here.signIn('mail', { request, email: 'ada' } as never)).rejects.toThrow(
    'not exactly one e-mail address',
  )
})

test('the cookie of a requested mail can be renamed, and one click still signs in', async () => {
  const here = site({ cookies: { pendingMail: { name: 'post', options: { sameSite: 'strict' } } } })
  const cookies = (await here.ask()).headers.getSetCookie()
  expect(cookies.find((cookie) => cookie.startsWith('post='))).toContain('SameSite=Strict')
  expect(cookies.join()).not.toContain('authwright.mail')
  expect(locationOf(await here.browser.send(here.link)).href).toBe('https://app.test/inside')
})

test('a new user is redirected to the page for new users', async () => {
  const here = site({ pages: { newUser: '/welcome' } })
  await here.ask()
  expect(locationOf(await here.browser.send(here.link)).pathname).toBe('/welcome')
})

test('a mail function that throws or rejects is logged as one error', async () => {
  for (const sendVerificationRequest of [
    () => {
      throw new Error('no')
    },
    () => Promise.reject(undefined),
  ]) {
    const here = site({ mail: { sendVerificationRequest } })
    const failed = locationOf(await here.ask())
    expect(failed.searchParams.get('error')).toBe('EmailSignInError')
    expect(here.logged).toHaveLength(1)
  }
})
