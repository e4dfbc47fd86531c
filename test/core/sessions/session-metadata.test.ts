import { describe, expect, test } from 'vitest'
import type { Adapter, AdapterSession } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { type App, type AppOptions, app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'

/*
 * Session metadata for lists of sessions: the times of the sign-in and of the last use, and the client that signed in.
 */

const HOUR = 3_600_000
const START = Date.UTC(2040, 10, 1, 12)

const providers = [
  credentials({
    input: { name: {} },
    authorize: ({ name }: { name: string }) => ({ id: name, name, email: `${name}@example.com` }),
  }),
] as const

/** An adapter, and the session data that it received. */
function recorded(adapter: Adapter = memory()): {
  adapter: Adapter
  created: AdapterSession[]
  updated: object[]
} {
  const created: AdapterSession[] = []
  const updated: object[] = []
  return {
    created,
    updated,
    adapter: {
      ...adapter,
      createSession: (session) => {
        created.push(session)
        return adapter.createSession?.(session) as AdapterSession
      },
      updateSession: (session) => {
        updated.push(session)
        return adapter.updateSession?.(session) as null
      },
    },
  }
}

interface Site {
  readonly auth: App
  readonly later: (milliseconds: number) => void
  readonly time: () => number
  signIn(headers?: Record<string, string>): Promise<Browser>
}

async function site(options: Partial<AppOptions> = {}): Promise<Site> {
  let now = START
  const clock = (): number => now
  const { adapter } = options
  await adapter?.createUser?.({ id: 'ada', email: 'ada@example.com', emailVerified: null } as never)
  const store = memoryStore({ now: clock })
  const auth = app({ providers, clock, ...options, options: { store, ...options.options } })
  return {
    auth,
    later: (milliseconds) => {
      now += milliseconds
    },
    time: clock,
    async signIn(headers = {}) {
      const browser = new Browser(auth.handle)
      const csrfToken = await browser.csrfToken()
      const body = new URLSearchParams({ csrfToken, name: 'ada', callbackUrl: '/' })
      const response = await browser.send('/auth/callback/credentials', { method: 'POST', body, headers })
      expect(response.headers.get('location')).toBe('https://app.test/')
      return browser
    },
  }
}

const current = async ({ auth }: Site, { jar }: Browser) =>
  auth.sessions.current(new Request('https://app.test/', { headers: { cookie: jar.header } }))

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
const trusting = { environment: { NODE_ENV: 'test', AUTH_CLIENT_ADDRESS_HEADER: 'X-Real-IP' } }

describe.each<[string, () => Partial<AppOptions>]>([
  ['jwt', () => ({})],
  ['database', () => ({ adapter: memory() })],
])('metadata of a session of strategy %s', (_, parts) => {
  test('session metadata contains the sign-in time, the last use and the client', async () => {
    const at = await site({ ...parts(), ...trusting })
    const browser = await at.signIn({ 'user-agent': FIREFOX, 'x-real-ip': '203.0.113.7' })
    at.later(60_000)
    expect(await current(at, browser)).toMatchObject({
      createdAt: new Date(START),
      lastUsedAt: new Date(START),
      userAgent: FIREFOX,
      networkAddress: '203.0.113.7',
    })
  })

  test('using a session updates the last use in its metadata, but not the sign-in time', async () => {
    const at = await site({ ...parts(), session: { updateAge: 60 } })
    const browser = await at.signIn({ 'user-agent': FIREFOX })
    at.later(2 * HOUR)
    await browser.session()
    expect(await current(at, browser)).toMatchObject({
      createdAt: new Date(START),
      lastUsedAt: new Date(START + 2 * HOUR),
      userAgent: FIREFOX,
    })
  })

  test('session metadata ignores IP addresses in headers that are not configured', async () => {
    const spoofed = {
      'x-real-ip': '203.0.113.7',
      'x-forwarded-for': '203.0.113.7',
      forwarded: 'for=203.0.113.7',
      'cf-connecting-ip': '203.0.113.7',
    }
    const at = await site(parts())
    expect((await current(at, await at.signIn(spoofed)))?.networkAddress).toBeNull()
    const named = await site({
      ...parts(),
      environment: { NODE_ENV: 'test', AUTH_CLIENT_ADDRESS_HEADER: 'X-Client' },
    })
    expect((await current(named, await named.signIn(spoofed)))?.networkAddress).toBeNull()
  })

  test('session metadata contains the IP address that the proxy added, not one that the client sent', async () => {
    const at = await site({
      ...parts(),
      environment: { NODE_ENV: 'test', AUTH_CLIENT_ADDRESS_HEADER: 'X-Forwarded-For' },
    })
    const browser = await at.signIn({ 'x-forwarded-for': '198.51.100.1, 203.0.113.7' })
    expect((await current(at, browser))?.networkAddress).toBe('203.0.113.7')
  })

  test('session metadata contains only the network of an IPv6 address, and no invalid IP address', async () => {
    const at = await site({ ...parts(), ...trusting })
    const six = await at.signIn({ 'x-real-ip': '2001:db8:1:2:3:4:5:6' })
    expect((await current(at, six))?.networkAddress).toBe('2001:db8:1:2::/64')
    const none = await at.signIn({ 'x-real-ip': `<script>${'a'.repeat(5000)}` })
    expect((await current(at, none))?.networkAddress).toBeNull()
  })

  test('session metadata limits the length of client strings and removes control characters', async () => {
    const at = await site(parts())
    const browser = await at.signIn({ 'user-agent': `a\u0085b${'x'.repeat(20_000)}` })
    const { userAgent } = (await current(at, browser)) ?? {}
    expect(userAgent).toHaveLength(190)
    expect(userAgent).toMatch(/^a bx+$/)
  })

  test('session metadata contains only times with `storeDevice: false`', async () => {
    const at = await site({ ...parts(), ...trusting, session: { storeDevice: false } })
    const browser = await at.signIn({ 'user-agent': FIREFOX, 'x-real-ip': '203.0.113.7' })
    expect(await current(at, browser)).toMatchObject({
      createdAt: new Date(START),
      lastUsedAt: new Date(START),
      userAgent: null,
      networkAddress: null,
    })
  })
})

describe('metadata of sessions in a database', () => {
  test('session metadata is listed by sessions.list()', async () => {
    const at = await site({ adapter: memory(), ...trusting })
    await at.signIn({ 'user-agent': 'first', 'x-real-ip': '203.0.113.1' })
    at.later(HOUR)
    await at.signIn({ 'user-agent': 'second', 'x-real-ip': '203.0.113.2' })
    const listed = await at.auth.sessions.list('ada')
    expect(listed).toHaveLength(2)
    expect(listed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          userAgent: 'first',
          networkAddress: '203.0.113.1',
          createdAt: new Date(START),
        }),
        expect.objectContaining({ userAgent: 'second', lastUsedAt: new Date(START + HOUR) }),
      ]),
    )
  })

  test('session metadata is written at most once an hour while a session is used', async () => {
    const { adapter, updated } = recorded()
    const at = await site({ adapter })
    const browser = await at.signIn()
    for (let minute = 0; minute < 180; minute += 5) {
      await browser.session()
      at.later(5 * 60_000)
    }
    expect(updated.map((row) => Object.keys(row).sort())).toEqual([
      ['lastUsedAt', 'sessionToken'],
      ['lastUsedAt', 'sessionToken'],
    ])
    expect((await current(at, browser))?.lastUsedAt).toEqual(new Date(START + 2 * HOUR))
  })

  test('session metadata is not sent to an adapter without columns for it', async () => {
    const { sessionFacts: _, ...ecosystem } = memory() as Adapter & { sessionFacts?: true }
    const { adapter, created, updated } = recorded(ecosystem)
    const at = await site({ adapter, ...trusting })
    const browser = await at.signIn({ 'user-agent': FIREFOX, 'x-real-ip': '203.0.113.7' })
    at.later(26 * HOUR)
    await browser.session()
    expect(Object.keys(created[0] ?? {}).sort()).toEqual(['expires', 'sessionToken', 'userId'])
    expect(updated.map((row) => Object.keys(row).sort())).toEqual([['expires', 'sessionToken']])
    expect(await at.auth.sessions.list('ada')).toMatchObject([{ createdAt: null, userAgent: null }])
    // The token of the current session contains the start time.
    expect(await current(at, browser)).toMatchObject({ createdAt: new Date(START), lastUsedAt: null })
  })

  test.each([null, undefined])(
    'sessions.current() returns the right start for a session row with the start %s',
    async (createdAt) => {
      const adapter = memory()
      const at = await site({
        adapter: {
          ...adapter,
          getSessionAndUser: async (token) => {
            const found = await adapter.getSessionAndUser(token)
            return found && { ...found, session: { ...found.session, createdAt: createdAt as undefined } }
          },
        },
      })
      expect(await current(at, await at.signIn())).toMatchObject({ createdAt: new Date(START) })
    },
  )

  test('a session row of an earlier version gets session metadata at its next extension', async () => {
    const { adapter, updated } = recorded()
    const at = await site({ adapter })
    const browser = new Browser(at.auth.handle)
    const sessionToken = `opaque.${(START / 1000).toString(36)}`
    await adapter.createSession?.({ sessionToken, userId: 'ada', expires: new Date(START + 30 * 24 * HOUR) })
    browser.jar.put('__Host-authwright.session-token', sessionToken)
    at.later(5 * HOUR)
    expect(await browser.session()).not.toBeNull()
    expect(updated).toEqual([])
    at.later(20 * HOUR)
    await browser.session()
    expect(await at.auth.sessions.list('ada')).toMatchObject([
      { createdAt: null, lastUsedAt: new Date(START + 25 * HOUR) },
    ])
  })

  test('session metadata that cannot be written does not end the session', async () => {
    const adapter: Adapter = {
      ...memory(),
      updateSession: () => {
        throw new Error('read-only')
      },
    }
    const at = await site({ adapter })
    const browser = await at.signIn()
    const { expires } = await browser.session()
    at.later(2 * HOUR)
    expect(await browser.session()).toMatchObject({ expires })
  })
})
