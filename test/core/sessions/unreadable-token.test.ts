import { describe, expect, test } from 'vitest'
import { credentials } from '../../../src/providers/credentials.js'
import { type App, type AppOptions, app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'

const provider = credentials({
  input: {},
  authorize: () => ({ id: 'u1', name: 'Ada' }),
})

const start = (options: AppOptions['options'], more: Partial<AppOptions> = {}): App =>
  app({ providers: [provider], options: options ?? {}, ...more })

const OLD = 'the former secret of thirty-two characters'
const NEW = 'the current secret of thirty-two characters'

/** Warnings of an application that receives a token from another application. */
async function warnings(
  reader: App,
  sealer: App,
  change = (token: string) => token,
): Promise<readonly string[]> {
  const browser = new Browser(sealer.handle)
  await browser.post('/auth/callback/credentials')
  const name = browser.jar.names.find((each) => each.endsWith('session-token')) ?? ''
  const token = change(browser.jar.get(name) ?? '')
  const request = (): Request =>
    new Request('https://app.test/auth/session', { headers: { cookie: `${name}=${token}` } })
  expect(await (await reader.handle(request())).json()).toBeNull()
  await reader.handle(request())
  const found = reader.warned.filter((each) => each.startsWith('session-token-unreadable'))
  for (const each of found) expect(each).not.toContain(token)
  return found
}

const altered = (token: string): string => `${token.slice(0, -6)}AAAAAA`

describe.each([{}, { compat: 'authjs' }] as const)(
  'a session token that cannot be read, with %j',
  (compat) => {
    test('a session token sealed with an unknown secret causes one warning that names AUTH_SECRET', async () => {
      const found = await warnings(start({ secret: NEW, ...compat }), start({ secret: OLD, ...compat }))
      expect(found).toEqual([expect.stringContaining('Its key is unknown')])
      expect(found[0]).toContain('AUTH_SECRET')
    })

    test('a damaged session token causes one warning about damage', async () => {
      const found = await warnings(
        start({ secret: NEW, ...compat }),
        start({ secret: NEW, ...compat }),
        altered,
      )
      expect(found).toEqual([expect.stringContaining('The token is damaged')])
    })

    test('a session cookie without a token causes one warning about it', async () => {
      const cut = (token: string): string => token.slice(0, 30)
      const found = await warnings(start({ secret: NEW, ...compat }), start({ secret: NEW, ...compat }), cut)
      expect(found).toEqual([expect.stringContaining('The cookie is damaged')])
    })
  },
)

test('an expired session token causes no warning', async () => {
  const later = start({ secret: NEW }, { clock: () => Date.now() + 100 * 86_400_000 })
  expect(await warnings(later, start({ secret: NEW }))).toEqual([])
})

test('many unreadable session tokens cause one warning per minute', async () => {
  let now = Date.now()
  const reader = start({ secret: NEW }, { clock: () => now })
  await warnings(reader, start({ secret: OLD }))
  now += 59_000
  expect(await warnings(reader, start({ secret: OLD }))).toHaveLength(1)
  now += 2_000
  expect(await warnings(reader, start({ secret: OLD }))).toHaveLength(2)
})

test('the warning for an unreadable session token names a `decode` of the application', async () => {
  const jwt = { encode: async () => 'x', decode: async () => null }
  const found = await warnings(start({ secret: NEW }, { jwt }), start({ secret: NEW }))
  expect(found).toEqual([expect.stringContaining('`decode` of the option `jwt`')])
})
