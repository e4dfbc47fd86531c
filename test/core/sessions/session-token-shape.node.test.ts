import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import { app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'

const COOKIE = '__Host-authwright.session-token'

/** An application whose database fails as PostgreSQL does for NUL, and counts its calls. */
async function start(generateSessionToken?: () => string) {
  const store = memory()
  const ada = await store.createUser({ id: 'ada', name: 'Ada', email: null, emailVerified: null } as never)
  const asked: string[] = []
  const check = (token: string): void => {
    asked.push(token)
    if (token.includes('\0')) throw new Error('invalid byte sequence for encoding "UTF8": 0x00')
  }
  const made = app({
    providers: [credentials({ input: {}, authorize: () => ({ id: String(ada.id), name: 'Ada' }) })],
    adapter: {
      ...store,
      async getSessionAndUser(token: string) {
        check(token)
        return store.getSessionAndUser(token)
      },
      async deleteSession(token: string) {
        check(token)
        return store.deleteSession(token)
      },
    },
    session: { strategy: 'database', ...(generateSessionToken && { generateSessionToken }) },
  })
  return { ...made, asked }
}

const shapes: readonly (readonly [what: string, cookies: string])[] = [
  ['NUL', `${COOKIE}=%00`],
  ['NUL in a token', `${COOKIE}=abc%00def.lx7p2k`],
  ['a line break', `${COOKIE}=abc%0Adef`],
  ['a space', `${COOKIE}=abc%20def`],
  ['a character of another alphabet', `${COOKIE}=%C3%A9`],
  ['a lone surrogate', `${COOKIE}=%ED%A0%80`],
  ['an empty value', `${COOKIE}=`],
  ['513 characters', `${COOKIE}=${'a'.repeat(513)}`],
  [
    '12,000 characters in parts',
    [0, 1, 2].map((index) => `${COOKIE}.${index}=${'a'.repeat(4_000)}`).join('; '),
  ],
]

describe.each(shapes)('a session cookie with %s', (_, cookie) => {
  test('a malformed session cookie is refused, and the database is not queried', async () => {
    const { handle, asked, logged } = await start()
    const response = await handle(new Request('https://app.test/auth/session', { headers: { cookie } }))
    expect([response.status, await response.json()]).toEqual([200, null])
    expect(asked).toEqual([])
    expect(logged).toEqual([])
  })

  test.each([
    ['in', '/auth/callback/credentials'],
    ['out', '/auth/signout'],
  ])('a session cookie of a malformed shape does not prevent signing %s', async (way, path) => {
    const { handle, asked, logged } = await start()
    const csrf = await handle(new Request('https://app.test/auth/csrf', { headers: { cookie } }))
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const [own = ''] = csrf.headers.getSetCookie().map((line) => line.split(';', 1)[0])
    const done = await handle(
      new Request(`https://app.test${path}`, {
        method: 'POST',
        body: new URLSearchParams({ csrfToken }),
        headers: { origin: 'https://app.test', cookie: `${cookie}; ${own}` },
      }),
    )
    expect([done.status, done.headers.get('location')]).toEqual([302, 'https://app.test/'])
    const set = done.headers.getSetCookie().filter((line) => line.startsWith(COOKIE))
    const values = set.map((line) => line.slice(line.indexOf('=') + 1).split(';', 1)[0])
    expect(values.some((value) => value !== '')).toBe(way === 'in')
    expect(asked).toEqual([])
    expect(logged).toEqual([])
  })
})

test.each([
  ['a token with NUL', '\0'],
  ['an empty string', ''],
  ['a string of 600 characters', 'a'.repeat(600)],
  ['a string of 401 characters', 'a'.repeat(401)],
  ['a string with a space', 'a b'],
])('`generateSessionToken` may not return %s', async (_, token) => {
  const { handle, logged } = await start(() => token)
  const browser = new Browser(handle)
  await browser.post('/auth/callback/credentials')
  expect(await browser.session()).toBeNull()
  expect(logged.map(({ message }) => message).join()).toContain('`generateSessionToken` returned')
})

test('a session token is stored and read if `generateSessionToken` returns 400 characters', async () => {
  const idp = await IdentityProvider.start()
  const end = Math.floor(Date.now() / 1000) + 3_600
  idp.misbehave({ claims: (all) => ({ ...all, session_expiry: end, sid: 's' }) })
  const { handle } = app({
    providers: [{ ...acme(), backchannelLogout: true }],
    adapter: memory(),
    fetch: idp.fetch,
    session: { generateSessionToken: () => 'a'.repeat(400), remember: true },
  })
  const browser = new Browser(handle)
  const { pathname, search } = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  await browser.send(pathname + search)
  expect(browser.jar.get(COOKIE)).toMatch(/^a{400}\.~e\w+\.~b\..{46,}\.\w+$/)
  expect(await browser.session()).not.toBeNull()
})
