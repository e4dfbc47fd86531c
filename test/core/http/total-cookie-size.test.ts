/**
 * The total size of Authwright's cookies in a `Cookie` header, and the order in which cookies are deleted to limit it.
 */
import { expect, test } from 'vitest'
import { app } from '../../support/app.js'
import { credentialsWith } from '../../support/providers.js'

const ORIGIN = 'http://localhost:3000'
const site = app({ providers: [credentialsWith({ authorize: () => ({ id: 'ada', name: 'Ada' }) })] })

/** Requests a CSRF token, which sets a cookie, with these cookies. Returns the names of those that the response deletes. */
async function deleted(...cookies: readonly Readonly<Record<string, string>>[]): Promise<string[]> {
  const cookie = cookies
    .flatMap((each) => Object.entries(each))
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const response = await site.handle(new Request(`${ORIGIN}/auth/csrf`, { headers: { cookie } }))
  return response.headers
    .getSetCookie()
    .filter((line) => line.includes('Max-Age=0'))
    .map((line) => line.split('=', 1)[0] ?? '')
}

const flow = { 'authwright.flow.abcdefghijklmnop': 'f'.repeat(3_000) }

test('no cookie is deleted if all cookies fit into the header', async () => {
  expect(await deleted(flow)).toEqual([])
})

test.each(['-cache', '-remember', '-last-used'])(
  'a cookie with the name of the session cookie plus %s counts towards the size limit',
  async (suffix) => {
    const large = { [`authwright.session-token${suffix}`]: 'c'.repeat(13_000) }
    expect(await deleted({ ...large, ...flow })).toEqual(Object.keys(flow))
  },
)

test('repeated and unreadable cookies count towards the size limit', async () => {
  const session = {
    'authwright.session-token.0': 's'.repeat(3_900),
    'authwright.session-token.1': 's'.repeat(3_900),
  }
  expect(await deleted(session, session, flow)).toEqual(Object.keys(flow))
  expect(await deleted({ 'authwright.session-token': '%'.repeat(13_000) }, flow)).toEqual(Object.keys(flow))
})

test('all parts of a cookie are deleted together', async () => {
  const session = { 'authwright.session-token': 's'.repeat(11_000) }
  const tokens = {
    'authwright.provider-tokens.0': 't'.repeat(3_900),
    'authwright.provider-tokens.1': 't'.repeat(100),
  }
  expect((await deleted({ ...session, ...tokens })).sort()).toEqual(Object.keys(tokens))
})
