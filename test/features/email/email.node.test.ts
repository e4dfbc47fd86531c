import fc from 'fast-check'
import addressParser from 'nodemailer/lib/addressparser/index.js'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { AuthError } from '../../../src/errors.js'
import type { CredentialsProvider } from '../../../src/providers/kinds/credentials.js'
import { parseMailbox } from '../../../src/providers/mail/from-option.js'
import { canonicalAddress } from '../../../src/runtime/core/login/email-address.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { runs } from '../../support/fuzz.js'
import { type Mailbox, type MailboxOptions, mailbox } from '../../support/mailbox.js'
import { acme } from '../../support/providers.js'
import type { RecordedAdapter } from '../../support/recorded-adapter.js'
import { clocks, timed } from '../../support/response-time.js'
import { credentials, GRACE, ORIGIN, type World, type WorldOptions, worlds } from '../../support/world.js'

const start = worlds()
const SENT = `${ORIGIN}/auth/verify-request?provider=mail&type=email`
const ADA = 'ada@example.com'
const html = { accept: 'text/html' }
afterEach(() => vi.useRealTimers())

interface MailWorld extends World {
  readonly box: Mailbox
  ask(email: string, browser?: Browser, headers?: Record<string, string>): Promise<Response>
  /** Opens the link and presses the button. */
  confirm(link: string, browser?: Browser): Promise<Response>
  /** Opens the link, and removes the earlier logins that the page lists. */
  claim(link: string, browser?: Browser): Promise<Response>
}

async function mailWorld(options: WorldOptions & { mail?: MailboxOptions } = {}): Promise<MailWorld> {
  const { mail, ...rest } = options
  const box = mailbox(mail)
  const grace = { id: 'grace', email: 'grace@example.com' }
  const world = await start({ providers: [box.provider, acme(), credentials(grace)], ...rest })
  return {
    ...world,
    box,
    async ask(email, browser = world.browser, headers = {}) {
      const body = new URLSearchParams({
        csrfToken: await browser.csrfToken(),
        email,
        callbackUrl: '/inside',
      })
      return browser.send('/auth/signin/mail', {
        method: 'POST',
        body,
        headers: { ...html, origin: ORIGIN, ...headers },
      })
    },
    async confirm(link, browser = world.browser) {
      await browser.send(link, { headers: html })
      const params = Object.fromEntries(new URL(link, ORIGIN).searchParams)
      return browser.post('/auth/callback/mail', params)
    },
    async claim(link, browser = world.browser) {
      await browser.send(link, { headers: html })
      const params = Object.fromEntries(new URL(link, ORIGIN).searchParams)
      return browser.post('/auth/callback/mail', { ...params, earlierLogins: 'remove' })
    },
  }
}

const refused: readonly (readonly [row: string, address: string])[] = [
  ...['a@b.com,c@d.com', 'a@b.com;c@d.com', 'a@b.com,evil.com', 'a@b.com;'].map((a) => ['EM-1', a] as const),
  ...['"e@evil.com"@victim.com', '"a b"@x.com', 'a b@x.com'].map((a) => ['EM-2', a] as const),
  ...[
    '<a@evil.com>corp.com',
    'a@evil.com<corp.com>',
    'a@evil.com (corp.com)',
    'a@evil.com corp.com',
    'Ada <ada@x.com>',
  ].map((a) => ['EM-4', a] as const),
  ...[
    'x<user%evil.com>@corp.com',
    'x<evil.com!user>@corp.com',
    'user%evil.com@corp.com',
    'evil.com!user@corp.com',
    '@evil.com:a@corp.com',
  ].map((a) => ['EM-5', a] as const),
  ...[
    '=?utf-8?q?x=40evil.com=3e=00?=a@corp.com',
    '=?UTF-8?B?eEBldmlsLmNvbT4A?=a@corp.com',
    '=?iso-8859-1?q?=61=62=63?=@corp.com',
    'a=?utf-7?q?x=26AEA-evil.com?=@corp.com',
    '\uff1d\uff1futf-8?q?x=40evil.com?=@corp.com',
  ].map((a) => ['EM-5', a] as const),
  ...['\r', '\n', '\0', '\t', '\x7f', '\u2028', '\u2029', '\u0085'].flatMap((sign) =>
    [`${sign}a@b.com`, `a${sign}@b.com`, `a@b${sign}.com`, `a@b.com${sign}`].map((a) => ['EM-7', a] as const),
  ),
  ['EM-7', 'a@b.com\r\nBcc: c@d.com'],
  ...[
    'a\u200b@b.com',
    'a\u202e@b.com',
    'a\u00ad@b.com',
    'q\u0301@b.com',
    'a@b\u200b.com',
    'a@exa\u00admple.com',
    '\ufeffa@b.com',
    // Hangul fillers: letters that are invisible.
    'a\u3164@b.com',
    'a\u115f@b.com',
    'a\u1160@b.com',
    'a\uffa0@b.com',
    // A combining mark without a letter before it.
    '\u0902a@b.com',
  ].map((a) => ['EM-8', a] as const),
  ...[
    'a@b',
    'a@-b.com',
    'a@b-.com',
    'a@b..com',
    '.a@b.com',
    'a.@b.com',
    'a..b@c.com',
    'a@[127.0.0.1]',
    'a@127.0.0.1',
    'a@2130706433',
    'a@b.com.',
    'a@.b.com',
    'a@',
    '@b.com',
    'a',
    '',
    'a@b@c.com',
    `${'a'.repeat(65)}@b.com`,
    `a@${'b'.repeat(64)}.com`,
    `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(10)}.com`,
  ].map((a) => ['EM-10', a] as const),
]

test.each(['संपर्क@example.com', 'ติดต่อ@example.com'])(
  'EM-8: the e-mail address %s with combining vowel signs is accepted',
  async (address) => {
    const world = await mailWorld()
    await world.ask(address)
    expect(world.box.mails).toHaveLength(1)
  },
)

test.each(['a=b@corp.com', 'a?b=@corp.com', 'a?=b@corp.com', '?@corp.com'])(
  'EM-5: the e-mail address %s is accepted, because it contains no complete encoded word',
  async (address) => {
    const world = await mailWorld()
    await world.ask(address)
    expect(world.box.mails).toHaveLength(1)
  },
)

test.each(refused)('%s: %j is not an e-mail address, and gets no mail', async (_, address) => {
  const world = await mailWorld()
  const answer = await world.ask(address)
  expect(answer.status).toBe(400)
  const page = await answer.text()
  expect(page).toContain('That is not an email address')
  expect(world.box.mails).toEqual([])
  expect(world.errors).toEqual([])
})

test('EM-11: letter case and the spelling of a domain do not create a second user', async () => {
  const world = await mailWorld()
  for (const typed of [
    'Ü@MÜNCHEN.de',
    'ü@xn--mnchen-3ya.de',
    ' u\u0308@mu\u0308nchen.de ',
    'ü@münchen。de'.replace('。', '.'),
  ]) {
    await world.ask(typed)
    expect(world.box.last.to).toBe('ü@xn--mnchen-3ya.de')
    await world.browser.send(world.box.link)
  }
  expect([...world.adapter.users]).toHaveLength(1)
})

describe('EM-13, DB-13: a database that treats similar e-mail addresses as equal', () => {
  const loose = (real: Adapter): Adapter => ({
    ...real,
    getUserByEmail: async (email) =>
      (await real.getUserByEmail?.(email)) ??
      (await real.getUserByEmail?.(email.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())) ??
      null,
  })

  test.each(['grâce@example.com', 'gracé@example.com'])(
    'EM-13, DB-13: %s never signs in as another user if the database treats similar e-mail addresses as equal',
    async (address) => {
      const world = await mailWorld({ through: loose })
      await world.ask(address)
      await world.browser.send(world.box.link)
      const session = await world.browser.session()
      expect(session?.user.email).toBe(address)
      const [row] = world.adapter.rows.sessions
      expect(row?.userId).not.toBe('grace')
    },
  )

  test('EM-13, DB-13: a user with a similar e-mail address is not signed in if the database treats both as equal', async () => {
    const { compare } = new Intl.Collator('en', { sensitivity: 'base' })
    const world = await mailWorld({
      through: (real) => ({
        ...real,
        getUserByEmail: async (email) => {
          const { users } = world.adapter.rows
          const found = users.find((user) => compare(user.email ?? '', email) === 0)
          return found ? real.getUser(String(found.id)) : null
        },
      }),
    })
    world.idp.user = { sub: 'mallory', email: '\u212aate@example.com', email_verified: true }
    const mallory = world.anotherBrowser()
    await world.signIn(mallory)
    expect((await mallory.session()).user.email).toBe('\u212aate@example.com')
    await world.ask('kate@example.com')
    await world.browser.send(world.box.link)
    expect(await world.browser.session()).toBeNull()
  })

  test('EM-13, DB-13: a token of another user is rejected if the database treats similar e-mail addresses as equal', async () => {
    const world = await mailWorld({
      through: (real) => ({
        ...real,
        useVerificationToken: async (token) => {
          const row = await real.useVerificationToken?.(token)
          return row ? { ...row, identifier: row.identifier.toUpperCase() } : null
        },
      }),
    })
    await world.ask(ADA)
    expect(locationOf(await world.browser.send(world.box.link)).searchParams.get('error')).toBe(
      'Verification',
    )
    expect(await world.browser.session()).toBeNull()
  })
})

test('EM-14: a mail parser reads an accepted e-mail address as exactly one e-mail address', () => {
  const signs = fc.constantFrom(
    ...'aZ09.@-_+"<>(),;:[]\\ \t%!\'`{}|~#$&*/=?^é\u0301\u200b\u202e\uff0c\uff20\u3002\u212a日本xn--'.split(
      '',
    ),
    'example.com',
    '@example.com',
    'xn--',
    'ﬃ',
    '①',
  )
  const text = fc.oneof(
    fc.array(signs, { maxLength: 24 }).map((parts) => parts.join('')),
    fc.emailAddress(),
    fc
      .tuple(fc.array(signs, { minLength: 1, maxLength: 6 }), fc.domain())
      .map(([a, b]) => `${a.join('')}@${b}`),
    fc.string({ unit: 'binary', maxLength: 20 }).map((a) => `${a}@example.com`),
  )
  let accepted = 0
  fc.assert(
    fc.property(text, (typed) => {
      const address = canonicalAddress(typed)
      if (address === undefined) return
      accepted++
      expect(address.match(/@/g)).toHaveLength(1)
      expect(address).not.toMatch(/[\s"(),:;<>[\]\\%!\p{C}]|=\?/u)
      // Marks of one script, such as vowel signs, may follow a letter of a word.
      expect(address).not.toMatch(/(?=\p{M})\p{Script=Inherited}|(?:^|[.@])\p{M}/u)
      expect(new TextEncoder().encode(address).length).toBeLessThanOrEqual(254)
      expect(address.slice(address.indexOf('@') + 1)).toMatch(/^[a-z0-9.-]+$/)
      expect(canonicalAddress(address)).toBe(address)
      expect(addressParser(address)).toEqual([{ address, name: '' }])
      expect(addressParser(`Site <${address}>`)).toEqual([{ address, name: 'Site' }])
      expect(parseMailbox(address)).toEqual({ name: undefined, address })
    }),
    { numRuns: Math.max(5_000, runs.numRuns) },
  )
  expect(accepted).toBeGreaterThan(100)
})

test('EM-16: wrong tokens for an e-mail address are limited, and its valid link still works', async () => {
  const world = await mailWorld()
  await world.ask(ADA)
  const mallory = new Browser(world.app.handle)
  const csrfToken = await mallory.csrfToken()
  const statuses = new Map<number, number>()
  for (let guess = 0; guess < 1_000; guess++) {
    const body = new URLSearchParams({ csrfToken, email: ADA, token: guess.toString(16).padStart(64, '0') })
    const { status } = await mallory.send('/auth/callback/mail', {
      method: 'POST',
      body,
      headers: { origin: ORIGIN },
    })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect(statuses).toEqual(
    new Map([
      [302, 50],
      [429, 950],
    ]),
  )
  expect(await mallory.session()).toBeNull()
  const phone = world.anotherBrowser()
  expect(locationOf(await world.confirm(world.box.link, phone)).pathname).toBe('/inside')
})

test('EM-17: a mail scanner that opens the link of a mail gets no session, and the link still works', async () => {
  const world = await mailWorld()
  await world.ask(ADA)
  const scanner = world.anotherBrowser()
  for (const init of [
    { method: 'HEAD' },
    { headers: { 'sec-purpose': 'prefetch' } },
    { headers: html },
    {},
    { headers: html },
  ] as RequestInit[]) {
    const { status } = await scanner.send(world.box.link, init)
    expect(status).toBe(init.method === 'HEAD' ? 405 : 200)
  }
  expect(await scanner.session()).toBeNull()
  expect(locationOf(await world.browser.send(world.box.link)).pathname).toBe('/inside')
  expect((await world.browser.session()).user.email).toBe(ADA)
})

test('EM-19: the link of a mail has the configured origin, whatever the host headers of the request', async () => {
  const world = await mailWorld({ environment: { AUTH_URL: ORIGIN } })
  await world.ask(ADA, world.browser, {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    forwarded: 'host=evil.test',
  })
  const { link, ...mail } = world.box.last
  expect(link.origin).toBe(ORIGIN)
  expect(JSON.stringify(mail)).not.toContain('evil.test')
})

describe('EM-20: an attacker who signed up with an e-mail address before its owner', () => {
  test.each(['database', 'jwt'] as const)(
    "EM-20: a verification by the owner removes an attacker's account at a provider that does not verify the e-mail address (%s)",
    async (strategy) => {
      const world = await mailWorld({ strategy })
      world.idp.misbehave({ claims: (claims) => ({ ...claims, email: ADA, email_verified: false }) })
      const mallory = world.anotherBrowser()
      await world.signIn(mallory)
      expect((await mallory.session()).user.email).toBe(ADA)
      await world.ask(ADA)
      await world.claim(world.box.link)
      expect((await world.browser.session()).user.email).toBe(ADA)
      expect(await mallory.session()).toBeNull()
      expect(world.adapter.rows.accounts).toEqual([])
      await world.signIn(mallory)
      expect(await mallory.session()).toBeNull()
    },
  )

  test('EM-20: the owner ends the session of an attacker who signed up with a password', async () => {
    const world = await mailWorld()
    const mallory = world.anotherBrowser()
    await world.enter(mallory)
    await world.ask('grace@example.com')
    await world.claim(world.box.link)
    expect((await world.browser.session()).user.name).toBe('Grace')
    expect(await mallory.session()).toBeNull()
  })

  test('EM-20: the e-mail address is verified only once the password of an attacker is removed', async () => {
    let hash: string | null = 'stored'
    let fails = true
    const box = mailbox()
    const removeCredentials = async ({ email }: { email: string | null }): Promise<void> => {
      if (fails) throw new Error('The database does not respond.')
      if (email === 'grace@example.com') hash = null
    }
    const grace = { id: 'grace', email: 'grace@example.com' }
    const world = await mailWorld({
      providers: [box.provider, credentials(grace, { removeCredentials })],
    })
    const mallory = world.anotherBrowser()
    await world.enter(mallory)
    await world.ask('grace@example.com')
    await world.claim(box.link)
    expect(await world.browser.session()).toBeNull()
    expect((await world.adapter.getUserByEmail('grace@example.com'))?.emailVerified).toBeNull()
    fails = false
    await world.ask('grace@example.com')
    await world.claim(box.link)
    expect((await world.browser.session()).user.name).toBe('Grace')
    expect(hash).toBeNull()
    expect(await mallory.session()).toBeNull()
  })

  test.each(['database', 'jwt'] as const)(
    'EM-20: a sign-in starts no session if its password is removed during the check (%s)',
    async (strategy) => {
      let finish = (): void => undefined
      const derived = new Promise<void>((resolve) => (finish = resolve))
      let reads = (): void => undefined
      const read = new Promise<void>((resolve) => (reads = resolve))
      let hash: string | null = 'stored'
      const box = mailbox()
      const grace = { id: 'grace', email: 'grace@example.com' }
      const slow: Partial<CredentialsProvider> = {
        async authorize() {
          const known = hash
          reads()
          await derived
          return known === null ? null : grace
        },
        removeCredentials() {
          hash = null
        },
      }
      const world = await mailWorld({ strategy, providers: [box.provider, credentials(grace, slow)] })
      const mallory = world.anotherBrowser()
      const entering = world.enter(mallory)
      await read
      await world.ask('grace@example.com')
      await world.claim(box.link)
      expect((await world.browser.session()).user.email).toBe(grace.email)
      finish()
      expect(locationOf(await entering).searchParams.get('error')).toBe('CredentialsSignin')
      expect(await mallory.session()).toBeNull()
      expect((await world.browser.session()).user.email).toBe(grace.email)
      // A password that the owner sets later works.
      hash = 'of the owner'
      await world.enter(mallory)
      expect((await mallory.session()).user.email).toBe(grace.email)
    },
  )

  test('EM-20: if the second removal of a password fails, the next sign-in by mail repeats it', async () => {
    let hash: string | null = 'stored'
    let removals = 0
    const box = mailbox()
    const removeCredentials = (): void => {
      removals += 1
      // The first removal runs before the e-mail address is marked as verified. After this removal, a running
      // sign-up writes its hash.
      if (removals === 2) throw new Error('The database does not respond.')
      hash = removals === 1 ? 'of a sign-up under way' : null
    }
    const grace = { id: 'grace', email: 'grace@example.com' }
    const world = await mailWorld({
      providers: [box.provider, credentials(grace, { removeCredentials })],
    })
    await world.ask('grace@example.com')
    await world.claim(box.link)
    expect(await world.browser.session()).toBeNull()
    expect((await world.adapter.getUserByEmail('grace@example.com'))?.emailVerified).toBeNull()
    await world.ask('grace@example.com')
    await world.claim(box.link)
    expect((await world.browser.session()).user.name).toBe('Grace')
    expect(hash).toBeNull()
  })

  test('EM-20: both errors are logged if the second removal of a password fails and the verification cannot be reset', async () => {
    const grace = { id: 'grace', email: 'grace@example.com' }
    const box = mailbox()
    let removals = 0
    const removeCredentials = (): void => {
      removals += 1
      if (removals === 2) throw new Error('The second removal failed.')
    }
    const world = await mailWorld({
      providers: [box.provider, credentials(grace, { removeCredentials })],
      through: (real) => ({
        ...real,
        async updateUser(user) {
          if (user.emailVerified === null) throw new Error('The reset failed.')
          return real.updateUser(user)
        },
      }),
    })
    await world.ask('grace@example.com')
    await world.claim(box.link)
    expect(await world.browser.session()).toBeNull()
    const causes = world.errors.map((error) => String((error as AuthError).cause?.err ?? error))
    expect(causes.join()).toContain('The second removal failed.')
    expect(causes.join()).toContain('The reset failed.')
  })

  test.each<[string, readonly string[], NonNullable<WorldOptions['through']>]>([
    [
      'fails during the removal',
      ["The adapter's method 'listAccountsByUserId' failed."],
      (real) => {
        let begun = false
        return {
          ...real,
          updateUser: (user) => {
            begun = true
            return real.updateUser(user)
          },
          listAccountsByUserId: async (id) => {
            if (begun) throw new Error('down')
            return real.listAccountsByUserId(id)
          },
        }
      },
    ],
    ['is missing', [], ({ listAccountsByUserId: _, ...rest }) => rest],
  ])(
    'EM-20: accounts are removed even if `listAccountsByUserId` of the adapter %s',
    async (_, causes, through) => {
      const world = await mailWorld({ through })
      const account = {
        userId: 'grace',
        type: 'oidc',
        provider: 'acme',
        providerAccountId: 'attacker',
      } as const
      await world.adapter.linkAccount(account)
      await world.ask('grace@example.com')
      await world.claim(world.box.link)
      expect((await world.browser.session()).user.email).toBe('grace@example.com')
      expect(world.adapter.rows.accounts).toEqual([])
      const message =
        'The linked accounts of the user could not be read, so their tokens were not revoked at the providers.'
      expect(world.errors).toMatchObject(causes.map((cause) => ({ message, cause: { message: cause } })))
    },
  )

  test('EM-20: a verification by mail removes no login if a provider has verified the e-mail address before', async () => {
    const world = await mailWorld()
    world.idp.misbehave({ claims: (claims) => ({ ...claims, email: ADA, email_verified: true }) })
    const other = world.anotherBrowser()
    await world.signIn(other)
    await world.ask(ADA)
    await world.browser.send(world.box.link)
    expect(world.adapter.rows.accounts).toHaveLength(1)
    expect(await other.session()).not.toBeNull()
  })

  test('EM-20: if an adapter cannot remove logins, the owner is refused, and the log says what to do', async () => {
    const world = await mailWorld({
      through: ({ deleteLoginsByUserId: _, ...rest }) => rest,
    })
    await world.ask('grace@example.com')
    const answer = locationOf(await world.claim(world.box.link))
    expect(answer.searchParams.get('error')).toBe('AccountNotLinked')
    expect(JSON.stringify(world.logged)).toContain('deleteLoginsByUserId')
  })

  test('EM-20: a sign-in of the owner is refused if only e-mail providers are configured and the adapter cannot delete logins', async () => {
    const box = mailbox()
    const world = await mailWorld({
      providers: [box.provider],
      through: ({ deleteLoginsByUserId: _, ...rest }) => rest,
    })
    // Another application with the same database, or an earlier configuration, may have linked an account.
    await world.adapter.linkAccount({
      userId: 'grace',
      type: 'oidc',
      provider: 'acme',
      providerAccountId: 'attacker',
    })
    await world.ask('grace@example.com')
    const response = locationOf(await world.claim(box.link))
    expect(response.searchParams.get('error')).toBe('AccountNotLinked')
    expect(await world.browser.session()).toBeNull()
    expect((await world.adapter.getUserByEmail('grace@example.com'))?.emailVerified).toBeNull()
  })

  test.each(['database', 'jwt'] as const)(
    'EM-20: the first request logs a warning about a credentials provider that cannot remove passwords (%s)',
    async (strategy) => {
      const box = mailbox()
      const { removeCredentials: _, ...password } = credentials(GRACE) as CredentialsProvider
      const warned = async (options: WorldOptions): Promise<boolean> => {
        const world = await mailWorld({ strategy, ...options })
        await world.browser.session()
        return JSON.stringify(world.logged).includes('credentials-not-removable')
      }
      const lacking = password as CredentialsProvider
      expect(await warned({ providers: [box.provider, lacking] })).toBe(true)
      expect(await warned({ providers: [box.provider, credentials(GRACE)] })).toBe(false)
      expect(await warned({ providers: [box.provider, { ...lacking, removeCredentials: false }] })).toBe(
        false,
      )
      expect(await warned({ providers: [lacking] })).toBe(false)
    },
  )

  test.each(['database', 'jwt'] as const)(
    'EM-20: a configuration with only e-mail sign-in also removes accounts and sessions of an attacker (%s)',
    async (strategy) => {
      const store = memoryStore()
      const options = { secret: SECRET, store }
      const first = await mailWorld({ strategy, options })
      const mallory = first.anotherBrowser()
      await first.enter(mallory)
      await first.link(mallory)
      expect(first.adapter.rows.accounts).toHaveLength(1)
      const box = mailbox()
      const other = await mailWorld({
        strategy,
        options,
        providers: [box.provider],
        through: () => first.adapter,
      })
      await other.ask('grace@example.com')
      await other.claim(box.link)
      expect((await other.browser.session()).user.email).toBe('grace@example.com')
      expect(await mallory.session()).toBeNull()
      expect(first.adapter.rows.accounts).toHaveLength(0)
    },
  )

  test.each([
    ['stays if only a provider of another configuration can remove it', false],
    ['is removed by `deleteLoginsByUserId` of the shared adapter', true],
  ])('EM-20: a password of an attacker %s', async (_, isRemoved) => {
    const passwords = new Set(['grace'])
    const options = { secret: SECRET, store: memoryStore() }
    const grace = { id: 'grace', email: 'grace@example.com' }
    const password = credentials(grace, { authorize: () => (passwords.has('grace') ? grace : null) })
    const first = await mailWorld({ options, providers: [mailbox().provider, password] })
    const shared: RecordedAdapter = {
      ...first.adapter,
      async deleteLoginsByUserId(id) {
        if (isRemoved) passwords.delete(id)
        await first.adapter.deleteLoginsByUserId(id)
      },
    }
    const box = mailbox()
    const other = await mailWorld({ options, providers: [box.provider], through: () => shared })
    await other.ask('grace@example.com')
    await other.claim(box.link)
    expect((await other.browser.session()).user.email).toBe('grace@example.com')
    const mallory = first.anotherBrowser()
    await first.enter(mallory)
    expect(await mallory.session()).toEqual(isRemoved ? null : expect.anything())
  })

  test('EM-20: a sign-in of the owner is refused if a credentials provider cannot remove the password of an attacker', async () => {
    const box = mailbox()
    const grace = { id: 'grace', email: 'grace@example.com' }
    const { removeCredentials: _, ...password } = credentials(grace) as CredentialsProvider
    const world = await mailWorld({ providers: [box.provider, password as CredentialsProvider] })
    await world.ask('grace@example.com')
    const response = locationOf(await world.claim(box.link))
    expect(response.searchParams.get('error')).toBe('AccountNotLinked')
    expect(JSON.stringify(world.logged)).toContain("Add `removeCredentials` to the provider 'credentials',")
    expect((await world.adapter.getUserByEmail('grace@example.com'))?.emailVerified).toBeNull()
  })
})

describe('EM-22: known, unknown and refused e-mail addresses', () => {
  const kinds = { known: 'grace@example.com', unknown: 'noone@example.com', denied: 'denied@example.com' }

  const deny = (): boolean => false
  const throwAnError = (): never => {
    throw new AuthError('The list of guests is closed.')
  }

  test.each([
    [1, deny],
    [40, deny],
    [200, deny],
    [40, throwAnError],
  ])(
    'EM-22: known, unknown and refused e-mail addresses get the same response (a mail takes %i ms, a refusal is %o)',
    async (pace, refuse) => {
      const options: Parameters<typeof mailWorld>[0] = {
        failsItself: refuse === throwAnError,
        mail: { sendVerificationRequest: () => new Promise((resolve) => setTimeout(resolve, pace)) },
        callbacks: { signIn: ({ user }) => !user.email?.startsWith('denied') || refuse() },
        options: { limits: { mailsPerRecipient: false, mailsPerClient: false } },
        clock: () => Date.now(),
      }
      const other = await mailWorld(options)
      // Loads the modules of the first use, because loading takes time.
      for (const email of Object.values(kinds)) await other.ask(email, other.anotherBrowser())
      const world = await mailWorld(options)
      /** The response to a browser that requests a mail, the time that it took, and the database calls. */
      const asked = async (email: string): Promise<{ seen: unknown; took: number; calls: unknown[] }> => {
        const browser = world.anotherBrowser()
        const body = new URLSearchParams({ csrfToken: await browser.csrfToken(), email })
        const before = world.logged.length
        const headers = { origin: ORIGIN }
        const { took, response } = await timed(
          browser.send('/auth/signin/mail', { method: 'POST', body, headers }),
        )
        const cookies = response.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ''))
        const others = [...response.headers].filter(([name]) => name !== 'set-cookie')
        return {
          took,
          seen: [response.status, others, await response.text(), cookies],
          calls: world.logged.slice(before).filter((said) => String(said).startsWith('adapter ')),
        }
      }
      vi.useFakeTimers(clocks)
      // Several mails, because Authwright varies the response time until it knows the usual time of a mail.
      for (const email of [kinds.known, kinds.unknown]) await asked(email)
      const known = await asked(kinds.known)
      const unknown = await asked(kinds.unknown)
      const denied = await asked(kinds.denied)
      const deniedAgain = await asked(kinds.denied)
      expect(known).toMatchObject({ took: pace, calls: expect.arrayContaining([expect.anything()]) })
      expect(unknown).toEqual(known)
      for (const each of [denied, deniedAgain]) expect(each).toMatchObject({ took: pace, seen: known.seen })
    },
  )
})

describe('EM-23: many requests send few mails', () => {
  const from = (address: string): Record<string, string> => ({ 'x-real-ip': address })
  const environment = { NODE_ENV: 'test', AUTH_CLIENT_ADDRESS_HEADER: 'X-Real-IP' }

  async function flood(
    address: (round: number) => string,
    sender: (round: number) => string,
  ): Promise<MailWorld> {
    const world = await mailWorld({ environment })
    // A plain browser, because the checks of the test browser are slow for so many responses.
    const browser = new Browser(world.app.handle)
    // The response to a suppressed mail takes as long as the last mail. This first mail takes no time.
    await world.ask('first@example.org', browser, from('192.0.2.99'))
    for (let round = 0; round < 200; round++) {
      const answer = await world.ask(address(round), browser, from(sender(round)))
      expect(locationOf(answer).href).toBe(SENT)
    }
    return { ...world, browser }
  }

  test('EM-23: many requests for spellings of one e-mail address send few mails', async () => {
    const world = await flood(
      (round) => `ada+${round}@example.com`,
      (round) => `192.0.2.${round}`,
    )
    expect(world.box.mails).toHaveLength(1 + 5)
  })

  test('EM-23: many requests from one IP address send few mails', async () => {
    const world = await flood(
      (round) => `a${round}@example.com`,
      () => '198.51.100.7',
    )
    expect(world.box.mails).toHaveLength(1 + 50)
  })

  test('EM-23: many requests from one IPv6 network send few mails', async () => {
    const world = await flood(
      (round) => `a${round}@example.com`,
      (round) => `2001:db8::${round.toString(16)}`,
    )
    expect(world.box.mails).toHaveLength(1 + 50)
  })

  test('EM-23: after too many requests, the newest mail still signs in', async () => {
    const world = await flood(
      () => ADA,
      () => '192.0.2.1',
    )
    const [, earlier] = world.box.mails
    expect(
      locationOf(
        await world.confirm(earlier?.link.href.slice(ORIGIN.length) ?? '', world.anotherBrowser()),
      ).searchParams.get('error'),
    ).toBe('Verification')
    expect(
      locationOf(await world.browser.post('/auth/callback/mail', { code: world.box.last.code ?? '' }))
        .pathname,
    ).toBe('/inside')
  })
})

describe('EM-25, DB-7: no mail is sent whose token is not stored', () => {
  test.each([
    ['rejects', () => Promise.reject(new Error('down'))],
    [
      'throws synchronously',
      () => {
        throw new Error('down')
      },
    ],
  ])('EM-25, DB-7: no mail is sent if createVerificationToken %s', async (_, createVerificationToken) => {
    const world = await mailWorld({ through: (real) => ({ ...real, createVerificationToken }) })
    expect((await world.ask(ADA)).status).toBe(503)
    expect(world.box.mails).toEqual([])
  })

  test('EM-25, DB-7: no mail is sent before a slow createVerificationToken has finished', async () => {
    let stored = false
    const world = await mailWorld({
      through: (real) => ({
        ...real,
        createVerificationToken: async (token) => {
          await new Promise((resolve) => setTimeout(resolve, 100))
          stored = true
          return real.createVerificationToken?.(token)
        },
      }),
      mail: { sendVerificationRequest: () => expect(stored).toBe(true) },
    })
    expect(locationOf(await world.ask(ADA)).href).toBe(SENT)
  })
})

test('EM-26: a mail and its pages escape all inserted values', async () => {
  const world = await mailWorld({
    refused: {
      options: {
        theme: { brandColor: 'red;"><script>', buttonText: '</style><b>', logo: 'https://evil.test/x.png' },
      },
    },
  })
  await world.ask("o'brien&sons=`x`@example.com")
  const mail = world.box.last
  expect(mail.to).toBe("o'brien&sons=`x`@example.com")
  expect(mail.subject).toBe('Sign in to app.test')
  expect(mail.html).not.toMatch(/<script|<b>|evil\.test|<img|src=|url\(/)
  expect(mail.html).toContain('&amp;token=')
  expect(mail.html.match(/https?:\/\/[^"\s<]+/g)?.every((url) => url.startsWith(ORIGIN))).toBe(true)
  const page = await (await world.anotherBrowser().send(world.box.link, { headers: html })).text()
  expect(page).toContain('o&#39;brien&amp;sons=`x`@example.com')
})

test.each([
  [{ brandColor: '#FD0' }, '#ffdd00', '#000000'],
  [{ brandColor: '#fd0', buttonText: '#123' }, '#ffdd00', '#112233'],
  [{ buttonText: '#123' }, '#15181d', '#ffffff'],
])('EM-26: with the theme %j, the button of a mail is %s and its text %s', async (theme, button, text) => {
  const world = await mailWorld({ options: { theme } })
  await world.ask(ADA)
  expect(world.box.last.html).toContain(`bgcolor="${button}"`)
  expect(world.box.last.html).toMatch(new RegExp(`<a href="[^"]+"[^>]* style="[^"]*;color:${text};`))
})

test.each([['<script>alert(1)</script>'], ['Call 555-0100 to confirm@example.com']])(
  'EM-26: a link that contains %s instead of an e-mail address is refused',
  async (email) => {
    const world = await mailWorld()
    const link = `/auth/callback/mail?${new URLSearchParams({ email, token: 'a'.repeat(64) })}`
    expect(locationOf(await world.browser.send(link, { headers: html })).searchParams.get('error')).toBe(
      'Verification',
    )
  },
)

describe('RC-4, RC-5: at the same moment', () => {
  test('RC-4: two links of a new e-mail address create one user', async () => {
    const world = await mailWorld()
    const [one, other] = [world.anotherBrowser(), world.anotherBrowser()]
    await world.ask(ADA, one)
    const first = world.box.link
    await world.ask(ADA, other)
    const second = world.box.link
    const outcomes = await Promise.all([one.send(first), other.send(second)])
    for (const { status } of outcomes) expect(status).toBe(302)
    expect([...world.adapter.users]).toHaveLength(1)
    expect((await other.session()).user.email).toBe(ADA)
  })

  test('RC-4: two concurrent requests with one link sign in once, even if the adapter returns the token to both', async () => {
    const rows = new Map<string, { identifier: string; token: string; expires: Date }>()
    const world = await mailWorld({
      through: (real) => ({
        ...real,
        createVerificationToken: async (row) => {
          rows.set(row.token, row)
          return row
        },
        useVerificationToken: async ({ token }) => {
          const row = rows.get(token) ?? null
          await new Promise((resolve) => setTimeout(resolve, 5))
          rows.delete(token)
          return row
        },
      }),
    })
    await world.ask(ADA)
    const outcomes = await Promise.all([0, 1, 2].map(() => world.browser.send(world.box.link)))
    const paths = outcomes.map((response) => locationOf(response).pathname).sort()
    expect(paths).toEqual(['/auth/error', '/auth/error', '/inside'])
    expect(world.adapter.rows.sessions).toHaveLength(1)
  })

  test('RC-5: a first sign-in at a provider and a concurrent sign-in by mail create one user', async () => {
    const world = await mailWorld()
    world.idp.misbehave({ claims: (claims) => ({ ...claims, email: ADA, email_verified: true }) })
    const other = world.anotherBrowser()
    await world.ask(ADA)
    const callback = await world.begin(other)
    await Promise.all([world.browser.send(world.box.link), world.finish(callback, other)])
    expect([...world.adapter.users]).toHaveLength(1)
    expect((await world.browser.session()).user.email).toBe(ADA)
  })
})

test('DB-5: if the verification cannot be stored, no user is signed in, and the same link works again', async () => {
  let down = true
  const world = await mailWorld({
    through: (real) => ({
      ...real,
      updateUser: async (user) => {
        if (down) throw new Error('down')
        return real.updateUser?.(user) as never
      },
    }),
  })
  await world.ask('grace@example.com')
  expect((await world.claim(world.box.link)).status).toBe(503)
  expect(await world.browser.session()).toBeNull()
  down = false
  expect(locationOf(await world.claim(world.box.link)).pathname).toBe('/inside')
  expect((await world.browser.session()).user.email).toBe('grace@example.com')
})

test('DB-5: if a second verification cannot be stored, the e-mail address stays verified', async () => {
  let down = false
  const world = await mailWorld({
    through: (real) => ({
      ...real,
      async updateUser(user) {
        if (!down) return real.updateUser(user)
        down = false
        throw new Error('down')
      },
    }),
  })
  await world.ask('grace@example.com')
  await world.claim(world.box.link)
  down = true
  const phone = world.anotherBrowser()
  await world.ask('grace@example.com', phone)
  expect((await phone.send(world.box.link, { headers: html })).status).toBe(503)
  expect(await phone.session()).toBeNull()
  expect((await world.adapter.getUserByEmail('grace@example.com'))?.emailVerified).toBeInstanceOf(Date)
})

test.each<[string, (id: string) => unknown]>([
  ['nothing', () => undefined],
  ['only the id', (id) => ({ id, email: undefined })],
])(
  'a verified e-mail address is stored even if `updateUser` of the adapter returns %s',
  async (_, result) => {
    const updated: unknown[] = []
    const world = await mailWorld({
      events: { updateUser: ({ user }) => void updated.push(user) },
      through: (real) => ({
        ...real,
        async updateUser(user) {
          await real.updateUser(user)
          return result(user.id) as never
        },
      }),
    })
    await world.ask('grace@example.com')
    await world.claim(world.box.link)
    expect((await world.browser.session()).user.name).toBe('Grace')
    expect(updated).toMatchObject([{ id: 'grace', name: 'Grace', email: 'grace@example.com' }])
    expect((await world.adapter.getUserByEmail('grace@example.com'))?.emailVerified).toBeInstanceOf(Date)
  },
)

describe('the origin and the provider of a sign-in link', () => {
  test('a sign-in link works only at the origin that the mail names', async () => {
    const world = await mailWorld()
    const elsewhere = new Browser(world.app.handle, 'https://evil.test')
    await elsewhere.post('/auth/signin/mail', { email: ADA })
    expect(world.box.last.link.href).toMatch(/^https:\/\/evil\.test\//)
    const { link } = world.box
    const victim = world.anotherBrowser()
    const refusal = locationOf(await world.confirm(link, victim))
    expect(refusal.searchParams.get('error')).toBe('Verification')
    expect(await victim.session()).toBeNull()
    expect(world.adapter.rows.accounts).toEqual([])

    // The refused attempt does not use up the link, which still works at its origin.
    expect(locationOf(await elsewhere.send(link, { headers: html })).origin).toBe('https://evil.test')
    expect(await elsewhere.session()).not.toBeNull()
  })

  test('a sign-in link works only at the callback of its provider', async () => {
    const [box, other] = [mailbox({ id: 'mail' }), mailbox({ id: 'other' })]
    const world = await start({ providers: [box.provider, other.provider] })
    await world.browser.post('/auth/signin/mail', { email: ADA })
    const params = Object.fromEntries(new URL(box.link, ORIGIN).searchParams)
    const thief = world.anotherBrowser()
    const refusal = locationOf(await thief.post('/auth/callback/other', params))
    expect(refusal.searchParams.get('error')).toBe('Verification')
    expect(await thief.session()).toBeNull()
    await world.browser.send(box.link, { headers: html })
    expect(await world.browser.session()).not.toBeNull()
  })
})
