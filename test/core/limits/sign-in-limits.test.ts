import * as v from 'valibot'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AuthOptions } from '../../../src/options/auth-options.js'
import type { CredentialsProvider } from '../../../src/providers/kinds/credentials.js'
import { createSealer } from '../../../src/runtime/core/crypto/sealer.js'
import type { Store } from '../../../src/stores/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { type App, type AppOptions, app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { countingStore } from '../../support/counting-store.js'
import { credentialsWith } from '../../support/providers.js'
import { watching } from '../../support/watched.js'

const watch = watching()
afterEach(() => vi.useRealTimers())

const similar = ['Ada', 'ａda', ' ada', 'ada ', 'ADA']
const people: Readonly<Record<string, string>> = {
  ...{ ada: 'correct', bob: 'also correct' },
  ...Object.fromEntries(similar.map((name) => [name, 'of the attacker'])),
}
/** The account name `ada`, and spellings of it that have no account. */
const spellings = ['ada', 'aDa', 'adA', 'aDA']
/** Characters that database collations treat as equal to a letter. */
const forms: Readonly<Record<string, readonly string[]>> = {
  a: ['a', '\ua79b', '\uff41', '\u{1f150}', '\u{1f170}'],
  d: ['d', '\u0111', '\ua77a', '\u{1f153}', '\u{1f173}'],
}
const BROWSER = '__Host-authwright.browser'

const password = (overrides: Partial<CredentialsProvider> = {}): CredentialsProvider =>
  credentialsWith({
    input: { name: {}, password: { type: 'password' } },
    authorize: ({ name, password }) => (people[name] === password ? { id: name, name } : null),
    ...overrides,
  })

interface Site {
  readonly auth: App
  browser(): Browser
  wait(seconds: number): void
}

const site = (options: AuthOptions = {}, parts: Partial<AppOptions> = {}): Site => {
  let now = Date.now()
  const auth = app({
    providers: [password()],
    clock: () => now,
    options: {
      secret: SECRET,
      logger: { error: () => {}, warn: () => {} },
      clientAddress: (request) => request.headers.get('x-address') ?? undefined,
      ...options,
    },
    ...parts,
  })
  return {
    auth,
    browser: () => new Browser(watch(auth)),
    wait(seconds) {
      now += seconds * 1000
    },
  }
}

interface Try {
  name?: string
  password?: string
  address?: string
  accept?: string
}

const attempt = async (browser: Browser, { name = 'ada', accept, address, ...rest }: Try = {}) => {
  const body = new URLSearchParams({
    csrfToken: await browser.csrfToken(),
    name,
    password: rest.password ?? 'wrong',
    callbackUrl: '/inside',
  })
  return browser.send('/auth/callback/credentials', {
    method: 'POST',
    body,
    headers: { ...(address && { 'x-address': address }), ...(accept && { accept }) },
  })
}

/** The number of attempts that were not refused, sent one after the other. */
const letThrough = async (times: number, next: (index: number) => Promise<Response>): Promise<number> => {
  let through = 0
  for (let index = 0; index < times; index++) if ((await next(index)).status !== 429) through++
  return through
}

describe('CR-5: a hundred guesses in a minute', () => {
  test('CR-5: of 100 guesses for one account from unknown IP addresses, 50 are checked', async () => {
    const { browser } = site()
    expect(await letThrough(100, () => attempt(browser()))).toBe(50)
  })

  test('CR-5: of 100 guesses for one account from one IP address, 10 are checked', async () => {
    const { browser } = site()
    expect(await letThrough(100, () => attempt(browser(), { address: '203.0.113.7' }))).toBe(10)
  })

  test('CR-5: of 100 guesses for one account from one IPv6 network, 10 are checked', async () => {
    const { browser } = site()
    const from = (index: number) => attempt(browser(), { address: `2001:db8::${index.toString(16)}` })
    expect(await letThrough(100, from)).toBe(10)
  })

  test('CR-5: of 100 guesses for one account from a hundred IP addresses, 50 are checked', async () => {
    const { browser } = site()
    expect(await letThrough(100, (index) => attempt(browser(), { address: `203.0.113.${index}` }))).toBe(50)
  })

  test('CR-5: guesses for many accounts from one IP address are limited by `limits.address`', async () => {
    const { browser } = site({ limits: { address: { max: 20, window: 60 } } })
    const from = (index: number) => attempt(browser(), { name: `user${index}`, address: '203.0.113.7' })
    expect(await letThrough(100, from)).toBe(20)
  })

  test('CR-5: guesses above the global limit are delayed, and refused above ten times the limit', async () => {
    const { browser } = site({ limits: { global: { max: 3, window: 60 } } })
    const from = (index: number) =>
      attempt(browser(), { name: `user${index}`, address: `203.0.113.${index}` })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    expect(await letThrough(3, from)).toBe(3)
    const statuses: number[] = []
    const answers = Array.from({ length: 97 }, async (_, index) => {
      statuses.push((await from(index + 3)).status)
    })
    while (statuses.length < 70) await new Promise((resolve) => setImmediate(resolve))
    expect(statuses.filter((status) => status !== 429)).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(statuses).toHaveLength(70)
    await vi.advanceTimersByTimeAsync(499)
    // The fourth attempt was delayed by 1,333 milliseconds.
    expect(vi.getTimerCount()).toBe(26)
    await vi.advanceTimersByTimeAsync(1)
    await Promise.all(answers)
    expect(statuses.filter((status) => status !== 429)).toHaveLength(27)
  })

  test('CR-5: concurrent guesses are limited like sequential ones', async () => {
    const { browser } = site()
    const browsers = Array.from({ length: 100 }, browser)
    const answers = await Promise.all(browsers.map((each) => attempt(each, { address: '203.0.113.7' })))
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(10)
  })

  test('CR-5: the right password is refused after the limit is reached', async () => {
    const { browser } = site()
    await letThrough(10, () => attempt(browser(), { address: '203.0.113.7' }))
    const right = browser()
    const response = await attempt(right, { password: 'correct', address: '203.0.113.7' })
    expect(response.status).toBe(429)
    expect(await right.session()).toBeNull()
  })

  test.each([
    ['in the next step of a secret rotation', ['old', 'new'], ['new', 'old']],
    ['in the previous step of a secret rotation', ['new', 'old'], ['old', 'new']],
    ['after a secret rotation', ['new', 'old'], ['new']],
  ])('a browser that has signed in is recognized %s', async (_, before, after) => {
    const store = memoryStore()
    const secrets = (names: readonly string[]): string[] => names.map((name) => `${name} ${SECRET}`)
    const known = site({ store, secret: secrets(before) }).browser()
    await attempt(known, { password: 'correct' })
    const next = site({ store, secret: secrets(after) })
    await letThrough(60, () => attempt(next.browser()))
    const browser = next.browser()
    for (const name of known.jar.names) browser.jar.put(name, known.jar.get(name) ?? '')
    await browser.send('/auth/signout', { method: 'POST' })
    expect((await attempt(browser, { password: 'correct' })).status).toBe(302)
    expect(await browser.session()).not.toBeNull()
  })

  test('spellings of one account name share a limit', async () => {
    const { browser } = site()
    const spellings = ['ada', 'ADA', ' Ada ', '\uff41da', `${' '.repeat(254)}ada`]
    const next = (index: number) => attempt(browser(), { name: spellings[index % 5] ?? '' })
    expect(await letThrough(100, next)).toBe(50)
  })

  test('names count as the same account if they differ in a lower-case letter whose capital has two characters', async () => {
    const { browser } = site()
    const spellings = ['J\u030colan', '\u01f0olan']
    const next = (index: number) => attempt(browser(), { name: spellings[index % 2] ?? '' })
    expect(await letThrough(100, next)).toBe(50)
  })

  test('names in half-width and full-width katakana count as the same account', async () => {
    const { browser } = site()
    const spellings = ['\uff76\uff85', '\u30ab\u30ca']
    const next = (index: number) => attempt(browser(), { name: spellings[index % 2] ?? '' })
    expect(await letThrough(100, next)).toBe(50)
  })

  test('names that differ in the form of a Greek sigma count as the same account', async () => {
    const { browser } = site()
    const spellings = ['\u03c3\u03bf\u03c6\u03bf\u03c2', '\u03c3\u03bf\u03c6\u03bf\u03c3']
    const next = (index: number) => attempt(browser(), { name: spellings[index % 2] ?? '' })
    expect(await letThrough(100, next)).toBe(50)
  })

  test.each([
    ['accents', (index: number) => `\u00e1d${'\u0301'.repeat(index)}a`],
    ['invisible characters', (index: number) => `a${'\u200b'.repeat(index)}da`],
    ['more invisible characters than a name has', (index: number) => `ada${'\u0640'.repeat(1_000 + index)}`],
    ['many invisible characters before the name', (index: number) => `${'\u200b'.repeat(200 + index)}ada`],
    ['many invisible characters in the name', (index: number) => `ad${'\u200b'.repeat(200 + index)}a`],
    ['control characters', (index: number) => `a\u0001d${'\u0002'.repeat(index)}a`],
    ['variation selectors', (index: number) => `ad\ufe0f${'\u{e0100}'.repeat(index)}a`],
    [
      'letters in other forms',
      (index: number) =>
        [...'ada'].map((letter, at) => forms[letter]?.[Math.floor(index / 5 ** at) % 5] ?? letter).join(''),
    ],
  ])('account names that differ only in %s, which databases ignore, share a limit', async (_, spelled) => {
    const { compare } = new Intl.Collator('en', { sensitivity: 'base' })
    const checked: string[] = []
    const provider = password({
      authorize: ({ name }) => {
        if (compare(name, 'ada') === 0) checked.push(name)
        return null
      },
    })
    const { browser } = site({}, { providers: [provider] })
    await letThrough(100, (index) => attempt(browser(), { name: spelled(index) }))
    expect(checked).toHaveLength(50)
  })
})

describe('without the option `limits`,', () => {
  const address = '203.0.113.7'
  const knownBrowser = async (each: Browser): Promise<Browser> => {
    await attempt(each, { password: 'correct' })
    return each
  }

  test.each<[string, number, number, (at: Site) => Promise<(index: number) => Promise<Response>>]>([
    ['one account from one IP address', 10, 900, async (at) => () => attempt(at.browser(), { address })],
    [
      'one IP address',
      100,
      900,
      async (at) => (index) => attempt(at.browser(), { name: `user${index}`, address }),
    ],
    ['one account', 50, 3_600, async (at) => () => attempt(at.browser())],
    [
      'a known browser',
      10,
      900,
      async (at) => {
        const known = await knownBrowser(at.browser())
        return () => attempt(known)
      },
    ],
    [
      'all known browsers of an account',
      50,
      3_600,
      async (at) => {
        const known = await Promise.all(Array.from({ length: 8 }, () => knownBrowser(at.browser())))
        return (index) => attempt(known[index % 8] as Browser)
      },
    ],
  ])('without the option `limits`, %s has %i attempts in %i seconds', async (_, max, seconds, start) => {
    const at = site()
    const next = await start(at)
    for (let index = 0; index < max; index++) expect((await next(index)).status).toBe(302)
    expect((await next(max)).status).toBe(429)
    at.wait(seconds - 1)
    expect((await next(max + 1)).status).toBe(429)
    at.wait(1)
    expect((await next(max + 2)).status).toBe(302)
  })

  test('without the option `limits`, attempts are delayed after 1,000 in a minute', async () => {
    const warned: string[] = []
    const warn = (code: string, message: string) => void warned.push(`${code}: ${message}`)
    const delays = (): string[] => warned.filter((line) => line.startsWith('sign-ins-delayed'))
    const { browser } = site({ store: countingStore('attempts-global:', 999), logger: { warn } })
    expect((await attempt(browser())).status).toBe(302)
    expect(delays()).toEqual([])
    const late = browser()
    await late.csrfToken()
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    let status = 0
    const response = attempt(late).then((response) => {
      status = response.status
    })
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve))
    // The delay is 1,001 milliseconds.
    await vi.advanceTimersByTimeAsync(1_000)
    expect(status).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    await response
    expect(status).toBe(302)
    expect(delays()).toEqual([
      'sign-ins-delayed: There were more than 1000 attempts to sign in within 60 seconds (limits.global), so further attempts are delayed. Attempts in browsers that have signed in before are not delayed.',
    ])
  })

  test('without the option `limits`, 10,000 attempts in a minute are checked, and the next one is refused', async () => {
    const { browser } = site({ store: countingStore('attempts-global:', 9_999) })
    expect((await attempt(browser())).status).toBe(302)
    expect((await attempt(browser())).status).toBe(429)
  })
})

describe('names of accounts', () => {
  const guessesAt = async (...names: readonly string[]): Promise<number[]> => {
    const { browser } = site({ limits: { account: { max: 1, window: 900 } } })
    const statuses: number[] = []
    for (const name of names) statuses.push((await attempt(browser(), { name })).status)
    return statuses
  }

  test.each([
    ['\u00e6ther', 'aether'],
    ['\u01fdther', 'aether'],
    ['c\u0153ur', 'coeur'],
    ['stra\u00dfe', 'strasse'],
    ['\u01c6ep', 'dzep'],
    ['\u1d7a', 'th'],
    ['\u0142ukasz', 'lukasz'],
    ['\u2460', '1'],
  ])('guesses for the account names %s and %s count together', async (name, other) => {
    expect(await guessesAt(name, other)).toEqual([302, 429])
  })

  test.each([
    ['\u4e2d', '\u6587'],
    ['\u0430', '\u0431'],
    ['\u00e6', 'a'],
  ])('guesses for the account names %s and %s count separately', async (name, other) => {
    expect(await guessesAt(name, other)).toEqual([302, 302])
  })

  test('names of more than 2,048 characters share one limit', async () => {
    const start = 'x'.repeat(2_048)
    expect(await guessesAt(`${start}a`, `b${start}`)).toEqual([302, 429])
  })

  test('names of 2,048 characters that begin differently have separate limits', async () => {
    const rest = 'x'.repeat(2_047)
    expect(await guessesAt(`a${rest}`, `b${rest}`)).toEqual([302, 302])
  })

  test('limits identify an account by the first 256 characters of its name', async () => {
    const start = 'x'.repeat(255)
    expect(await guessesAt(`${start}a`, `${start}b`, `${start}ac`, `${start}ad`)).toEqual([
      302, 302, 429, 429,
    ])
  })
})

describe('an attacker who guesses passwords', () => {
  test('guesses of an attacker do not lock out the user at another IP address', async () => {
    const { browser } = site()
    await letThrough(100, () => attempt(browser(), { address: '203.0.113.7' }))
    const response = await attempt(browser(), { password: 'correct', address: '198.51.100.1' })
    expect(locationOf(response).pathname).toBe('/inside')
  })

  test('guesses from many IP addresses do not lock out a browser that has signed in before', async () => {
    const { browser } = site()
    const known = browser()
    await attempt(known, { password: 'correct', address: '198.51.100.1' })
    await known.post('/auth/signout')
    await letThrough(100, (index) => attempt(browser(), { address: `203.0.113.${index}` }))
    expect((await attempt(browser(), { password: 'correct' })).status).toBe(429)
    expect(locationOf(await attempt(known, { password: 'correct' })).pathname).toBe('/inside')
  })

  test('guesses at one account do not lock out users of other accounts', async () => {
    const { browser } = site()
    await letThrough(100, () => attempt(browser()))
    const response = await attempt(browser(), { name: 'bob', password: 'also correct' })
    expect(locationOf(response).pathname).toBe('/inside')
  })

  test('refused guesses do not extend the rate limit window', async () => {
    const { browser, wait } = site()
    await letThrough(60, () => attempt(browser()))
    for (let minute = 0; minute < 60; minute++) {
      wait(60)
      await attempt(browser())
    }
    expect((await attempt(browser(), { password: 'correct' })).status).toBe(302)
  })

  test('signing in to another account between guesses gives an attacker no additional guesses', async () => {
    const { browser } = site({ limits: { address: { max: 20, window: 60 } } })
    let guesses = 0
    for (let round = 0; round < 30; round++) {
      const own = await attempt(browser(), { name: 'bob', password: 'also correct', address: '203.0.113.7' })
      if (own.status === 429) break
      const guess = await attempt(browser(), { name: `user${round}`, address: '203.0.113.7' })
      if (guess.status !== 429) guesses++
    }
    expect(guesses).toBe(20)
  })

  test('the guess limit of a known browser does not affect other known browsers', async () => {
    const { browser } = site()
    const [stolen, other] = [browser(), browser()]
    await attempt(stolen, { password: 'correct' })
    await attempt(other, { password: 'correct' })
    expect(await letThrough(30, () => attempt(stolen))).toBe(10)
    expect(locationOf(await attempt(other, { password: 'correct' })).pathname).toBe('/inside')
  })
})

describe("copies of a known browser's cookie", () => {
  const copyOf = (known: Browser, other: Browser): Browser => {
    other.jar.put(BROWSER, known.jar.get(BROWSER) ?? '')
    return other
  }

  test("copies of a known browser's cookie share one count", async () => {
    const { browser } = site()
    const known = browser()
    await attempt(known, { password: 'correct' })
    const copies = [0, 1, 2].map(() => copyOf(known, browser()))
    expect(await letThrough(30, (index) => attempt(copies[index % 3] as Browser))).toBe(10)
  })

  test('cookies of a known browser from before and after each sign-in share one count', async () => {
    const { browser } = site()
    const known = browser()
    const copies: Browser[] = []
    for (let times = 0; times < 4; times++) {
      await attempt(known, { password: 'correct' })
      copies.push(copyOf(known, browser()))
    }
    expect(await letThrough(40, (index) => attempt(copies[index % 4] as Browser))).toBe(10)
  })

  test('signing in to another account does not reset the count of a copied cookie of a known browser', async () => {
    const { browser } = site()
    const known = browser()
    await attempt(known, { password: 'correct' })
    const thief = copyOf(known, browser())
    let guesses = 0
    for (let round = 0; round < 5; round++) {
      guesses += await letThrough(10, () => attempt(thief))
      await attempt(thief, { name: 'bob', password: 'also correct' })
    }
    expect(guesses).toBe(10)
  })
})

describe('a cookie of a known browser from another version', () => {
  const sealer = createSealer({ secrets: [SECRET], purpose: 'browser', audience: BROWSER })

  /** A browser with a cookie that an earlier or later version could have set. */
  const withCookie = async (browser: Browser, change: (value: object) => object): Promise<Browser> => {
    await attempt(browser, { password: 'correct' })
    const opened = await sealer.open(browser.jar.get(BROWSER) ?? '')
    expect(opened).toBeTruthy()
    await browser.post('/auth/signout')
    browser.jar.put(BROWSER, await sealer.seal({ ...change(opened ?? {}) }, 3_600))
    return browser
  }

  test.each<[string, number, (value: object) => object]>([
    ['the same members', 302, (value) => value],
    ['no accounts', 429, (value) => ({ ...value, signIns: undefined })],
    [
      'accounts without a user',
      429,
      (value) => ({
        ...value,
        signIns: Reflect.get(value, 'signIns').map(({ tag }: { tag: string }) => ({ tag })),
      }),
    ],
  ])('a sign-in with a cookie that contains %s has status %i', async (_, status, change) => {
    const { browser } = site({ limits: { account: { max: 1, window: 900 } } })
    const known = await withCookie(browser(), change)
    await attempt(browser())
    await attempt(browser())
    expect((await attempt(known, { password: 'correct' })).status).toBe(status)
  })
})

describe('an attacker with an account of a similar name', () => {
  const known = async (name: string, { browser }: Site): Promise<Browser> => {
    const attacker = browser()
    expect((await attempt(attacker, { name, password: 'of the attacker' })).status).toBe(302)
    return attacker
  }

  test.each(similar)(
    "an attacker with an account of the similar name %j gets no additional guesses at the user's account",
    async (name) => {
      const at = site()
      const browsers = await Promise.all(Array.from({ length: 8 }, () => known(name, at)))
      expect(await letThrough(80, (index) => attempt(browsers[index % 8] as Browser))).toBe(50)
    },
  )

  test.each(similar)(
    'a browser known for the account %j does not count as known for the account with a similar name',
    async (name) => {
      const at = site()
      const attacker = await known(name, at)
      // Uses up the guesses of all browsers that are not known for the account.
      await letThrough(60, () => attempt(at.browser()))
      expect((await attempt(attacker)).status).toBe(429)
    },
  )

  test('an attacker with an account of a similar name does not lock out a browser of the user', async () => {
    const at = site()
    const own = at.browser()
    await attempt(own, { password: 'correct' })
    const attacker = await known('Ada', at)
    await letThrough(60, () => attempt(attacker))
    expect(locationOf(await attempt(own, { password: 'correct' })).pathname).toBe('/inside')
  })

  test('failed sign-ins to an account of a similar name in many browsers do not lock out a browser of the user', async () => {
    const at = site()
    const own = at.browser()
    await attempt(own, { password: 'correct' })
    const browsers = await Promise.all(Array.from({ length: 8 }, () => known('Ada', at)))
    await letThrough(80, (index) => attempt(browsers[index % 8] as Browser, { name: 'Ada' }))
    expect(locationOf(await attempt(own, { password: 'correct' })).pathname).toBe('/inside')
  })

  test('signing in to an account of a similar name does not reset the guesses of one IP address', async () => {
    const { browser } = site()
    const address = '203.0.113.7'
    const next = async (index: number) => {
      if (index % 9 === 8) await attempt(browser(), { name: 'Ada', password: 'of the attacker', address })
      return attempt(browser(), { name: spellings[index % 4] ?? '', address })
    }
    expect(await letThrough(60, next)).toBe(10)
  })
})

test('two concurrent sign-ins to an account of a similar name do not reset the guesses of one IP address', async () => {
  let waiting: (() => void)[] = []
  /** Resolves when two calls are waiting. */
  const both = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length < 2) return
      for (const end of waiting) end()
      waiting = []
    })
  const authorize: CredentialsProvider['authorize'] = async ({ name }) => {
    if (name !== 'Ada') return null
    await both()
    return { id: 'Ada', name: 'Ada' }
  }
  const { browser } = site({}, { providers: [password({ authorize })] })
  const address = '203.0.113.7'
  const own = { name: 'Ada', password: 'of the attacker', address }
  const next = async (index: number) => {
    if (index % 8 === 7) await Promise.all([attempt(browser(), own), attempt(browser(), own)])
    return attempt(browser(), { name: spellings[index % 4] ?? '', address })
  }
  expect(await letThrough(60, next)).toBe(10)
})

test('all browsers that have signed in to an account share 50 guesses in an hour', async () => {
  const { browser, wait } = site()
  const known = Array.from({ length: 10 }, browser)
  for (const each of known) await attempt(each, { password: 'correct' })
  expect(await letThrough(100, (index) => attempt(known[index % 10] as Browser))).toBe(50)
  wait(3_601)
  expect(await letThrough(10, (index) => attempt(known[index % 10] as Browser))).toBe(10)
})

describe('an attempt that ends in the next window', () => {
  const window = 90
  test.each([
    ['one that succeeds', 'correct'],
    ['one that fails', 'wrong'],
  ])(
    'an attempt that began in the previous window does not reduce the count of the current window: %s',
    async (_, right) => {
      let late: (() => Promise<unknown>) | undefined
      const provider = password({
        authorize: async ({ name, password: typed }) => {
          const pause = late
          late = undefined
          await pause?.()
          return people[name] === typed ? { id: name, name } : null
        },
      })
      const limits = {
        account: { max: 3, window },
        address: false,
        addressAndAccount: false,
        global: false,
      } as const
      const { browser, wait } = site({ limits }, { providers: [provider] })
      let guesses = 0
      late = async () => {
        wait(window + 1)
        guesses += await letThrough(3, () => attempt(browser()))
      }
      await attempt(browser(), { password: right })
      guesses += await letThrough(10, () => attempt(browser()))
      expect(guesses).toBe(3)
    },
  )
})

test.each([
  [1_001, 'is not counted', 302],
  [1_000, 'stays counted, because the next window may have begun in the store', 429],
])('an attempt that succeeds %i ms before the end of its window %s', async (left, _, status) => {
  let before: (() => void) | undefined
  const provider = password({
    authorize: ({ name }) => {
      before?.()
      return { id: name, name }
    },
  })
  const limits = { account: { max: 1, window: 90 } }
  const { browser, wait } = site({ limits }, { providers: [provider] })
  before = () => wait(90 - left / 1000)
  await attempt(browser())
  before = undefined
  expect((await attempt(browser())).status).toBe(status)
})

describe('a browser is known', () => {
  const open = (at: Site): Promise<Browser> => {
    const each = at.browser()
    return attempt(each, { password: 'correct' }).then(() => each)
  }

  test('a browser is known for 180 days after a sign-in', async () => {
    const at = site()
    const known = await open(at)
    await letThrough(60, () => attempt(at.browser()))
    at.wait(1_000)
    expect((await attempt(at.browser(), { password: 'correct' })).status).toBe(429)
    expect((await attempt(known, { password: 'correct' })).status).toBe(302)
    at.wait(180 * 86_400 - 1)
    await letThrough(60, () => attempt(at.browser()))
    expect((await attempt(known, { password: 'correct' })).status).toBe(302)
  })

  test('the cookie of a known browser lasts for 180 days', async () => {
    const at = site()
    const response = await attempt(at.browser(), { password: 'correct' })
    const cookie = response.headers.getSetCookie().find((each) => each.startsWith(`${BROWSER}=`))
    expect(cookie).toContain('; Max-Age=15552000;')
  })

  test('a browser is known for the last ten accounts it signed in to', async () => {
    const provider = password({
      authorize: ({ name, password }) => (password === 'correct' ? { id: name, name } : null),
    })
    const at = site({ limits: { account: { max: 1, window: 900 } } }, { providers: [provider] })
    const known = at.browser()
    for (let index = 0; index <= 10; index++)
      await attempt(known, { name: `user${index}`, password: 'correct' })
    const statuses: number[] = []
    for (const name of ['user0', 'user1', 'user10']) {
      await attempt(at.browser(), { name })
      statuses.push((await attempt(known, { name, password: 'correct' })).status)
    }
    expect(statuses).toEqual([429, 302, 302])
  })

  test('a browser is known until all sessions of the user are ended', async () => {
    const at = site()
    const known = await open(at)
    await at.auth.sessions.revokeAll('ada')
    await letThrough(60, () => attempt(at.browser()))
    expect((await attempt(known, { password: 'correct' })).status).toBe(429)
  })

  test('a browser is known only for accounts it signed in to', async () => {
    const { browser } = site()
    const known = browser()
    await attempt(known, { password: 'correct' })
    await letThrough(60, () => attempt(browser(), { name: 'bob' }))
    expect((await attempt(known, { name: 'bob', password: 'also correct' })).status).toBe(429)
  })

  test('a browser is not known any more after 181 days', async () => {
    const { browser, wait } = site()
    const known = browser()
    await attempt(known, { password: 'correct' })
    wait(181 * 86_400)
    await letThrough(60, () => attempt(browser()))
    expect((await attempt(known, { password: 'correct' })).status).toBe(429)
  })

  test('a changed cookie of a known browser, or a cookie from another site, is ignored', async () => {
    const { browser } = site()
    const known = browser()
    await attempt(known, { password: 'correct' })
    const cookie = known.jar.get(BROWSER) ?? ''
    expect(cookie).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/)
    await letThrough(60, () => attempt(browser()))
    const changed = browser()
    // Changes a bit within the bytes, because the last character may have unused bits.
    const other = cookie.at(-10) === 'A' ? 'B' : 'A'
    changed.jar.put(BROWSER, `${cookie.slice(0, -10)}${other}${cookie.slice(-9)}`)
    expect((await attempt(changed, { password: 'correct' })).status).toBe(429)
  })

  test('a browser is known only after a sign-in', async () => {
    const { browser } = site()
    const unknown = browser()
    await attempt(unknown)
    expect(unknown.jar.get(BROWSER)).toBeUndefined()
  })
})

describe('attempts that succeed', () => {
  test('successful sign-ins are not counted', async () => {
    const { browser } = site()
    const signIn = () => attempt(browser(), { password: 'correct', address: '203.0.113.7' })
    expect(await letThrough(120, signIn)).toBe(120)
  })

  test('a sign-in that callbacks.signIn redirects counts as an attempt', async () => {
    const { browser } = site(
      { limits: { account: { max: 3, window: 60 } } },
      { callbacks: { signIn: () => '/waiting-list' } },
    )
    expect(await letThrough(5, () => attempt(browser(), { password: 'correct' }))).toBe(3)
  })

  test('a successful sign-in resets the count of the user', async () => {
    const { browser } = site({ limits: { address: false, account: false } })
    const from = { address: '203.0.113.7' }
    for (let round = 0; round < 3; round++) {
      expect(await letThrough(9, () => attempt(browser(), from))).toBe(9)
      expect((await attempt(browser(), { ...from, password: 'correct' })).status).toBe(302)
    }
  })
})

describe('after a sign-in', () => {
  const address = '203.0.113.7'

  test.each([
    ['an unknown browser', false],
    ['a known browser', true],
  ])(
    'after a sign-in, earlier failures do not count, and 10 further attempts are allowed: %s',
    async (_, isKnown) => {
      const { browser } = site()
      const known = browser()
      if (isKnown) await attempt(known, { password: 'correct' })
      const next = () => (isKnown ? known : browser())
      for (let round = 0; round < 2; round++) {
        expect(await letThrough(9, () => attempt(next(), { address }))).toBe(9)
        expect((await attempt(next(), { address, password: 'correct' })).status).toBe(302)
      }
      expect(await letThrough(20, () => attempt(next(), { address }))).toBe(10)
    },
  )

  test('a browser stays known for one account after eleven sign-ins to another account', async () => {
    const { browser } = site({ limits: { account: { max: 1, window: 900 } } })
    const known = browser()
    await attempt(known, { password: 'correct' })
    for (let times = 0; times < 11; times++) await attempt(known, { name: 'bob', password: 'also correct' })
    await attempt(browser())
    expect((await attempt(browser(), { password: 'correct' })).status).toBe(429)
    expect((await attempt(known, { password: 'correct' })).status).toBe(302)
  })

  test('failures of a known browser are not delayed by the global limit', async () => {
    const { browser } = site({ limits: { global: { max: 1, window: 60 } } })
    const known = browser()
    await attempt(known, { password: 'correct' })
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    expect(await letThrough(3, () => attempt(known))).toBe(3)
  })
})

describe('a form without an account name', () => {
  const withoutName = (authorize: CredentialsProvider['authorize']): Site =>
    site({}, { providers: [credentialsWith({ input: {}, authorize })] })
  const send = (browser: Browser, address: string) => attempt(browser, { address })

  test('a form without an account name is not limited by account', async () => {
    const { browser } = withoutName(() => null)
    expect(await letThrough(60, (index) => send(browser(), `203.0.113.${index}`))).toBe(60)
  })

  test('forms without an account name are limited to 100 attempts from one IP address', async () => {
    const { browser } = withoutName(() => null)
    expect(await letThrough(102, () => send(browser(), '203.0.113.7'))).toBe(100)
  })

  test('a sign-in by a form without an account name does not make the browser known', async () => {
    const { browser } = withoutName(() => ({ id: 'ada' }))
    const client = browser()
    await send(client, '203.0.113.7')
    expect(await client.session()).not.toBeNull()
    expect(client.jar.get(BROWSER)).toBeUndefined()
  })
})

test('an attempt that is refused because of concurrent attempts is not counted', async () => {
  const kept = memoryStore()
  let seen = 0
  let start = (): void => {}
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  /** Three attempts read the count before one of them adds to it. */
  const store: Store = {
    ...kept,
    async increment(key, window, by) {
      const count = kept.increment(key, window, by)
      if (by !== 0 || !key.startsWith('attempts-account:') || seen >= 3) return count
      seen++
      if (seen === 3) start()
      await started
      return count
    },
  }
  const limits = { account: { max: 2, window: 900 } }
  const { browser } = site({ store, limits })
  const three = [browser(), browser(), browser()]
  const responses = await Promise.all(three.map((each) => attempt(each, { password: 'correct' })))
  expect(responses.map(({ status }) => status).sort()).toEqual([302, 302, 429])
  expect(await letThrough(3, () => attempt(browser()))).toBe(2)
})

test('attempts for further accounts after the limit is reached store nothing', async () => {
  const kept = memoryStore()
  const counted = new Set<string>()
  const store: Store = {
    ...kept,
    increment(key, window, by) {
      if (by !== 0) counted.add(key)
      return kept.increment(key, window, by)
    },
  }
  const { browser } = site({ store, limits: { address: { max: 3, window: 900 } } })
  const next = (index: number) => attempt(browser(), { name: `user${index}`, address: '203.0.113.7' })
  expect(await letThrough(3, next)).toBe(3)
  const before = counted.size
  expect(await letThrough(20, (index) => next(index + 3))).toBe(0)
  expect(counted.size).toBe(before)
})

test('a limit that is `false` stores no count', async () => {
  const kept = memoryStore()
  const kinds = new Set<string>()
  const store: Store = {
    ...kept,
    increment(key, window, by) {
      kinds.add(key.replace(/:.*/, ''))
      return kept.increment(key, window, by)
    },
  }
  const { browser } = site({ store, limits: { account: false, global: false } })
  await attempt(browser(), { address: '203.0.113.7' })
  expect([...kinds].sort()).toEqual(['attempts-address', 'attempts-addressAndAccount'])
})

test.each([
  [90, 600],
  [600, 90],
])(
  'if limits with windows of %i and %i seconds are reached, Retry-After is the longer wait',
  async (first, second) => {
    const limits = { address: { max: 1, window: first }, account: { max: 1, window: second } }
    const { browser } = site({ limits })
    const next = () => attempt(browser(), { address: '203.0.113.7' })
    await next()
    expect((await next()).headers.get('retry-after')).toBe('600')
  },
)

describe('with a store that counts under several keys at once', () => {
  const storeAtOnce = (): Store => {
    const store = memoryStore()
    return {
      ...store,
      incrementAll(limited) {
        const countAll = (by: number) => limited.map(({ key, window }) => store.increment(key, window, by))
        const before = countAll(0)
        const added = before.every(({ count }, index) => count < (limited[index]?.max ?? 0))
        return { added, counts: added ? countAll(1) : before }
      },
    }
  }

  test('with a store that counts under several keys at once, the limits are the same', async () => {
    const { browser } = site({ store: storeAtOnce() })
    const next = () => attempt(browser(), { address: '203.0.113.7' })
    expect(await letThrough(20, next)).toBe(10)
    expect((await next()).headers.get('ratelimit')).toMatch(/^"addressAndAccount";r=0;t=900$/)
  })

  test('with a store that counts under several keys at once, the response names the time until the reached limit ends', async () => {
    const limits = { address: { max: 3, window: 600 }, account: { max: 2, window: 90 } }
    const { browser } = site({ store: storeAtOnce(), limits })
    const next = () => attempt(browser(), { address: '203.0.113.7' })
    expect(await letThrough(2, next)).toBe(2)
    expect((await next()).headers.get('retry-after')).toBe('90')
  })

  test('with a store that counts under several keys at once, successful sign-ins are not counted', async () => {
    const { browser } = site({ store: storeAtOnce(), limits: { account: { max: 1, window: 90 } } })
    expect(await letThrough(3, () => attempt(browser(), { password: 'correct' }))).toBe(3)
    expect(await letThrough(3, () => attempt(browser()))).toBe(1)
  })
})

describe('a response to too many attempts', () => {
  const limited = async (options: AuthOptions = {}, parts: Partial<AppOptions> = {}): Promise<Browser> => {
    const { browser } = site({ limits: { account: { max: 2, window: 90 } }, ...options }, parts)
    await letThrough(2, () => attempt(browser()))
    return browser()
  }
  const headersOf = ({ headers }: Response): (string | null)[] =>
    ['retry-after', 'ratelimit-policy', 'ratelimit'].map((name) => headers.get(name))
  const expected = ['90', '"account";q=2;w=90', '"account";r=0;t=90']

  test('a script with too many attempts gets 429 with the standard headers and the URL of the page', async () => {
    const response = await attempt(await limited(), { accept: 'application/json' })
    expect(response.status).toBe(429)
    expect(headersOf(response)).toEqual(expected)
    const { url } = (await response.json()) as { url: string }
    expect(url).toBe(
      'https://app.test/auth/signin?error=RateLimited&callbackUrl=https%3A%2F%2Fapp.test%2Finside',
    )
  })

  test('a form with too many attempts gets 429 with the sign-in page and the standard headers', async () => {
    const response = await attempt(await limited(), { accept: 'text/html,*/*' })
    expect(response.status).toBe(429)
    expect(headersOf(response)).toEqual(expected)
    const page = await response.text()
    expect(page).toContain('Wait a few minutes, then try again.')
    expect(page).toContain('action="https://app.test/auth/callback/credentials"')
    expect(page).toContain('value="https://app.test/inside"')
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(response.headers.get('cache-control')).toContain('no-store')
  })

  test('the form of the page for too many attempts works once the window is over', async () => {
    const { browser, wait } = site({ limits: { account: { max: 2, window: 90 } } })
    await letThrough(2, () => attempt(browser()))
    const client = browser()
    const page = await (await attempt(client, { accept: 'text/html' })).text()
    const [, csrfToken = ''] = /name="csrfToken" value="([^"]+)"/.exec(page) ?? []
    wait(90)
    const body = new URLSearchParams({ csrfToken, name: 'ada', password: 'correct' })
    await client.send('/auth/callback/credentials', { method: 'POST', body })
    expect(await client.session()).not.toBeNull()
  })

  test('too many attempts redirect to the custom page with the error in its URL', async () => {
    const response = await attempt(await limited({}, { pages: { signIn: '/login' } }), {
      accept: 'text/html',
    })
    expect(locationOf(response).pathname).toBe('/login')
    expect(locationOf(response).searchParams.get('error')).toBe('RateLimited')
    // A browser would wait before it follows the redirect.
    expect(headersOf(response)).toEqual([null, ...expected.slice(1)])
  })

  test('signIn() on the server throws RateLimited with the seconds to wait', async () => {
    const { auth } = site({ limits: { account: { max: 1, window: 90 } } })
    const request = new Request('https://app.test/action', { method: 'POST' })
    const signIn = () => auth.signIn('credentials', { request, name: 'ada', password: 'wrong' } as never)
    await expect(signIn()).rejects.toMatchObject({ type: 'CredentialsSignin' })
    await expect(signIn()).rejects.toMatchObject({
      type: 'RateLimited',
      limit: { name: 'account', max: 1, window: 90, retryAfter: 90 },
    })
  })

  test('the response to too many attempts is the same for an unknown account', async () => {
    const { browser } = site({ limits: { account: { max: 2, window: 90 } } })
    const answers: unknown[] = []
    for (const name of ['ada', 'nobody']) {
      await letThrough(2, () => attempt(browser(), { name }))
      const response = await attempt(browser(), { name })
      answers.push([response.status, headersOf(response), await response.text()])
    }
    expect(answers[0]).toEqual(answers[1])
  })
})

test('a limit ends with its window', async () => {
  const { browser, wait } = site({ limits: { account: { max: 2, window: 90 } } })
  await letThrough(5, () => attempt(browser()))
  wait(88.5)
  expect((await attempt(browser(), { password: 'correct' })).headers.get('retry-after')).toBe('2')
  wait(1.5)
  expect((await attempt(browser(), { password: 'correct' })).status).toBe(302)
})

test('a limit that is `false` does not apply', async () => {
  const { browser } = site({ limits: { account: false, global: false } })
  expect(await letThrough(120, () => attempt(browser()))).toBe(120)
})

test('a limit applies to all servers with the same store', async () => {
  const store = memoryStore()
  const sites = [site({ store }), site({ store })]
  const next = (index: number) => attempt((sites[index % 2] as Site).browser())
  expect(await letThrough(100, next)).toBe(50)
})

test('applications with different secrets and the same store have separate limits', async () => {
  const store = memoryStore()
  const [one, two] = [site({ store }), site({ store, secret: 'another secret of more than 32 characters' })]
  await letThrough(60, () => attempt(one.browser()))
  expect(locationOf(await attempt(two.browser(), { password: 'correct' })).pathname).toBe('/inside')
})

describe('the account', () => {
  const guesses = (provider: CredentialsProvider, fields: (index: number) => Record<string, string>) => {
    const auth = app({ providers: [provider] })
    return letThrough(60, (index) =>
      new Browser(watch(auth)).post('/auth/callback/credentials', fields(index)),
    )
  }

  test('the option `account` returns the account that guesses are counted for', async () => {
    const provider = password({
      input: { tenant: {}, name: {}, password: {} },
      account: ({ tenant, name }) => `${tenant}/${name}`,
    })
    const fields = (tenant: string) => ({ tenant, name: 'ada', password: 'wrong' })
    expect(await guesses(provider, () => fields('a'))).toBe(50)
    expect(await guesses(provider, (index) => fields(String(index)))).toBe(60)
  })

  test('without the option `account`, guesses are counted by the first field of the form', async () => {
    const provider = password({ input: { code: {}, name: {}, password: {} } })
    const fields = (code: string) => ({ code, name: 'ada', password: 'wrong' })
    expect(await guesses(provider, () => fields('a'))).toBe(50)
    expect(await guesses(provider, (index) => fields(String(index)))).toBe(60)
  })

  test('without the option `account`, guesses are counted by the first string of the schema, in any form order', async () => {
    const input = v.object({ email: v.string(), password: v.string() })
    const provider = password({ input, authorize: () => null })
    const fields = (index: number) => ({ password: `guess ${index}`, email: 'ada@example.com' })
    expect(await guesses(provider, fields)).toBe(50)
  })

  test('guesses are counted by the number into which a schema converts the first field', async () => {
    const input = v.object({ id: v.pipe(v.string(), v.transform(Number)), password: v.string() })
    const fields = (index: number) => ({ id: '7', password: `guess ${index}` })
    expect(await guesses(password({ input, authorize: () => null }), fields)).toBe(50)
    const named = { id: {}, password: { type: 'password' } }
    expect(await guesses(password({ input, fields: named, authorize: () => null }), fields)).toBe(50)
  })

  test.each([undefined, null, 7, {}, ['ada']])(
    'no password is checked if the option `account` returns %o',
    async (value) => {
      const authorize = vi.fn(() => null)
      const auth = app({ providers: [password({ account: () => value as string, authorize })] })
      const browser = new Browser(watch(auth))
      const response = await browser.post('/auth/callback/credentials', { name: 'ada', password: 'wrong' })
      expect(locationOf(response).searchParams.get('error')).toBe('Configuration')
      expect(authorize).not.toHaveBeenCalled()
      expect(auth.logged.map(String).join()).toContain('account() of the provider')
    },
  )

  test('no password is checked if the option `account` throws', async () => {
    const authorize = vi.fn(() => null)
    const account = () => {
      throw new Error('The tenant of the secret guess is unknown.')
    }
    const auth = app({ providers: [password({ account, authorize })] })
    const browser = new Browser(watch(auth))
    const response = await browser.post('/auth/callback/credentials', {
      name: 'ada',
      password: 'the secret guess',
    })
    expect(response.headers.get('location') ?? response.status).not.toContain('/inside')
    expect(authorize).not.toHaveBeenCalled()
  })

  test('attempts with an empty account name share a limit', async () => {
    expect(await guesses(password(), (index) => ({ name: '', password: `guess ${index}` }))).toBe(50)
  })

  test('guesses at two providers are counted separately', async () => {
    const auth = app({ providers: [password(), password({ id: 'second' })] })
    const at = (id: string) => () =>
      new Browser(watch(auth)).post(`/auth/callback/${id}`, { name: 'ada', password: 'wrong' })
    expect(await letThrough(60, at('credentials'))).toBe(50)
    expect(await letThrough(60, at('second'))).toBe(50)
  })
})

describe('the option `clientAddress`', () => {
  const unhandled: unknown[] = []
  const keep = (error: unknown): void => void unhandled.push(error)
  const from = async (clientAddress: () => unknown) => {
    const { browser } = site({ clientAddress: clientAddress as () => string })
    return browser()
  }

  test.each([undefined, null, '', 'unknown', 7, {}, Promise.resolve('203.0.113.7')])(
    'attempts are limited by account alone if the option `clientAddress` returns %o',
    async (value) => {
      const browser = await from(() => value)
      expect(await letThrough(60, () => attempt(browser))).toBe(50)
    },
  )

  test('a sign-in with the correct password starts no session if the option `clientAddress` throws', async () => {
    const browser = await from(() => {
      throw new Error('No proxy.')
    })
    const response = await attempt(browser, { password: 'correct' })
    expect(response.headers.get('location') ?? '').not.toContain('/inside')
    expect(await browser.session()).toBeNull()
  })

  test('the process does not end if the promise of the option `clientAddress` rejects', async () => {
    process.on('unhandledRejection', keep)
    try {
      const browser = await from(() => Promise.reject(new Error('No proxy.')))
      await attempt(browser, { password: 'correct' })
      await new Promise((resolve) => setTimeout(resolve, 5))
      expect(unhandled).toEqual([])
    } finally {
      process.off('unhandledRejection', keep)
    }
  })
})

describe('the IP address of a client behind a proxy', () => {
  const from = async (forwarded: (index: number) => string, environment = {}): Promise<number> => {
    const auth = app({
      providers: [password()],
      environment: { NODE_ENV: 'test', ...environment },
      options: { secret: SECRET, logger: { error: () => {}, warn: () => {} }, limits: { account: false } },
    })
    return letThrough(20, async (index) => {
      const browser = new Browser(watch(auth))
      const body = new URLSearchParams({ csrfToken: await browser.csrfToken(), name: 'ada', password: 'x' })
      const headers = { 'x-forwarded-for': forwarded(index) }
      return browser.send('/auth/callback/credentials', { method: 'POST', body, headers })
    })
  }

  test('a header that the configuration does not name sets no client IP address', async () => {
    expect(await from(() => '203.0.113.7')).toBe(20)
  })

  test('the client IP address is the last entry of the header in AUTH_CLIENT_ADDRESS_HEADER', async () => {
    const environment = { AUTH_CLIENT_ADDRESS_HEADER: 'X-Forwarded-For' }
    expect(await from((index) => `198.51.100.${index}, 203.0.113.7`, environment)).toBe(10)
    expect(await from((index) => `203.0.113.7, 198.51.100.${index}`, environment)).toBe(20)
  })

  test('an invalid client IP address leaves the other limits in force', async () => {
    const { browser } = site()
    expect(await letThrough(60, () => attempt(browser(), { address: 'unknown' }))).toBe(50)
  })
})

describe('while the store is down', () => {
  const broken = (): never => {
    throw new Error('connection refused')
  }
  const store: Store = { ...memoryStore(), increment: broken }

  test('while the store is down, no user signs in, and no password is checked', async () => {
    let checked = 0
    const provider = password({
      authorize: () => {
        checked++
        return { id: 'ada' }
      },
    })
    const { browser } = site({ store }, { providers: [provider] })
    const client = browser()
    const response = await attempt(client, { password: 'correct', accept: 'text/html' })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await response.text()).toContain('Please try again in a moment')
    expect(checked).toBe(0)
    expect(await client.session()).toBeNull()
  })

  test('an allowed sign-in stays valid if the store fails afterwards', async () => {
    const kept = memoryStore()
    const forgets: Store = { ...kept, consume: broken }
    const { browser } = site({ store: forgets })
    const client = browser()
    await attempt(client, { password: 'correct', address: '203.0.113.7' })
    expect(await client.session()).not.toBeNull()
  })

  test('a sign-in logs an error only if a count cannot be updated', async () => {
    const logged: Error[] = []
    const logger = { error: (error: Error) => void logged.push(error), warn: () => {} }
    const kept = memoryStore()
    const { browser } = site({ store: kept, logger })
    const client = browser()
    // In the second attempt, the browser is known.
    for (let times = 0; times < 2; times++) await attempt(client, { password: 'correct' })
    expect(logged).toEqual([])
    const forgets = site({ store: { ...kept, consume: broken }, logger })
    await attempt(forgets.browser(), { password: 'correct', address: '203.0.113.7' })
    expect(logged).toMatchObject([{ type: 'StoreError' }])
  })
})

test('the store contains neither account names nor IP addresses', async () => {
  const kept = memoryStore()
  const seen: unknown[] = []
  const spied = Object.fromEntries(
    Object.entries(kept).map(([name, method]) => [
      name,
      (...args: unknown[]) => {
        seen.push(args)
        return (method as (...args: unknown[]) => unknown)(...args)
      },
    ]),
  ) as unknown as Store
  const { browser } = site({ store: spied })
  await attempt(browser(), { address: '203.0.113.7' })
  await attempt(browser(), { address: '203.0.113.7', password: 'correct' })
  const said = JSON.stringify(seen)
  expect(said).toContain('attempts-account:')
  expect(said).not.toMatch(/203\.0\.113|"ada|correct|wrong/)
})
