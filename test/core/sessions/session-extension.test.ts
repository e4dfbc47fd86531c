/** Requests that extend a session in a cookie when it is due to be extended. */

import { expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import { incomingRequest, type ResponseCookie } from '../../../src/runtime/port.js'
import { type App, type AppOptions, app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'

const DAY = 86_400_000
const ada = { id: 'u1', name: 'Ada', email: 'ada@example.com', image: null }
const providers = [credentials({ input: {}, authorize: () => ada })] as const

/** Headers that browsers and frameworks send with a prefetch. */
const prefetches: Record<string, Record<string, string>> = {
  'a speculation rule or a link of the kind prefetch': { 'sec-purpose': 'prefetch' },
  'a page that is rendered ahead': { 'sec-purpose': 'prefetch;prerender' },
  'a browser from before Sec-Purpose': { purpose: 'prefetch' },
  'an old Firefox': { 'x-moz': 'prefetch' },
  'the App Router of Next.js': { rsc: '1', 'next-router-prefetch': '1' },
  'the segment cache of Next.js': { rsc: '1', 'next-router-segment-prefetch': '/_tree' },
  'the Pages Router of Next.js': { 'x-middleware-prefetch': '1', 'x-nextjs-data': '1' },
}

interface Started {
  readonly auth: App
  readonly browser: Browser
  wait(days: number): void
}

async function signedIn(options: Partial<AppOptions> = {}): Promise<Started> {
  let now = Date.now()
  const auth = app({ providers, clock: () => now, ...options })
  const browser = new Browser(auth.handle)
  await browser.post('/auth/callback/credentials')
  return {
    auth,
    browser,
    wait(days) {
      now += days * DAY
    },
  }
}

/** The session and the cookies for a framework that sends prefetches and navigations in the same way. */
async function readByFramework({ auth, browser }: Started) {
  const incoming = incomingRequest(
    new Request('https://app.test/inside', { headers: { cookie: browser.jar.header ?? '' } }),
  )
  const cookies: ResponseCookie[] = []
  const writer = { set: (set: readonly ResponseCookie[]) => void cookies.push(...set), isLate: () => false }
  const session = await auth.open({ ...incoming, mayBePrefetch: true }, writer).session()
  return { session, cookies }
}

test.each(Object.entries(prefetches))(
  '%s does not extend a session that is due for extension',
  async (_, headers) => {
    const { browser, wait } = await signedIn()
    const { expires } = await browser.session()
    wait(29)
    const response = await browser.send('/auth/session', { headers })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await response.json()).toMatchObject({ user: { name: 'Ada' }, expires })
    expect((await browser.send('/auth/session')).headers.getSetCookie()).not.toEqual([])
  },
)

test('a header that only starts like a prefetch header does not mark a prefetch', async () => {
  const { browser, wait } = await signedIn()
  wait(2)
  const response = await browser.send('/auth/session', {
    headers: { 'sec-purpose': 'navigate', purpose: '' },
  })
  expect(response.headers.getSetCookie()).toHaveLength(1)
})

test('a request that may be a prefetch extends a session after 15 days, not before', async () => {
  const started = await signedIn()
  started.wait(15 - 2 / 86_400)
  expect((await readByFramework(started)).cookies).toEqual([])
  started.wait(2 / 86_400)
  expect((await readByFramework(started)).cookies).toHaveLength(1)
})

test('changes by callbacks.jwt are stored even during a prefetch', async () => {
  let uses = 0
  const { browser } = await signedIn({
    callbacks: { jwt: ({ token }) => ({ ...token, uses: uses++ }) },
  })
  const response = await browser.send('/auth/session', { headers: { 'sec-purpose': 'prefetch' } })
  expect(response.headers.getSetCookie()).toHaveLength(1)
})

test('a request that may be a prefetch extends a session only after half of its lifetime', async () => {
  const started = await signedIn()
  const { expires } = await started.browser.session()
  started.wait(14)
  expect(await readByFramework(started)).toMatchObject({ session: { expires }, cookies: [] })
  started.wait(2)
  const { session, cookies } = await readByFramework(started)
  expect(cookies).toHaveLength(1)
  expect(Date.parse(String(session?.['expires'])) - Date.parse(expires)).toBeGreaterThan(15 * DAY)
})

test('repeated renewal failures are logged once until a renewal succeeds', async () => {
  let now = Date.UTC(2040, 10, 1)
  let isReadOnly = false
  const stored = memory()
  const adapter: Adapter = {
    ...stored,
    updateSession: async (session) => {
      if (isReadOnly) throw new Error('The database is read-only.')
      return stored.updateSession(session)
    },
  }
  const { email, ...user } = ada
  const { id } = await stored.createUser({ ...user, email, emailVerified: null })
  const auth = app({
    providers: [credentials({ input: {}, authorize: () => ({ ...ada, id }) })],
    adapter,
    clock: () => now,
  })
  const browser = new Browser(auth.handle)
  await browser.post('/auth/callback/credentials')
  const read = async (days: number): Promise<number> => {
    now += days * DAY
    return Date.parse((await browser.session()).expires)
  }
  const end = await read(0)
  isReadOnly = true
  expect([await read(2), await read(1)]).toEqual([end, end])
  expect(auth.warned).toEqual([
    'session-not-extended: Sessions are read, but cannot be extended: they keep the expiry that is stored. Check whether the database can be written. The database is read-only.',
  ])
  isReadOnly = false
  expect(await read(0)).toBe(end + 3 * DAY)
  isReadOnly = true
  expect(await read(2)).toBe(end + 3 * DAY)
  expect(auth.warned).toHaveLength(2)
})

test('a session that cannot be extended is returned with the expiry of its cookie', async () => {
  let touched = false
  const jwt = ({ token }: { token: Record<string, unknown> }) => (touched ? { ...token, seen: true } : token)
  const started = await signedIn({ callbacks: { jwt } })
  const { auth, browser, wait } = started
  const { expires } = await browser.session()
  wait(29)
  const request = new Request('https://app.test/inside', { headers: { cookie: browser.jar.header ?? '' } })
  expect(await auth.session(request)).toMatchObject({ expires })
  touched = true
  expect(await auth.session(request)).toMatchObject({ expires })
  expect((await browser.session()).expires > expires).toBe(true)
})
