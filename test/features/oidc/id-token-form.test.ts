/** The form of an ID token: the rows ID-16 and ID-17 of the security cases, each named by its id. */
import { expect, test } from 'vitest'
import type { Behaviour } from '../../../src/testing.js'
import { outcomes, withClaims } from '../../support/oidc/outcomes.js'
import { relyingParties } from '../../support/oidc/relying-party.js'

const { accepts, refuses } = outcomes(relyingParties())

test.each<[string, Partial<Behaviour>]>([
  ['with a crit header', { header: (header) => ({ ...header, crit: ['x'], x: 1 }) }],
  ['that is a logout token', { header: (header) => ({ ...header, typ: 'logout+jwt' }) }],
  ['that is an access token', { header: (header) => ({ ...header, typ: 'at+jwt' }) }],
  ['whose typ is not a string', { header: (header) => ({ ...header, typ: ['JWT'] }) }],
  ['that is encrypted', { idToken: (token) => `${token.split('.')[0]}.a.b.c.d` }],
  ['of two parts', { idToken: (token) => token.slice(0, token.lastIndexOf('.')) }],
  ['of four parts', { idToken: (token) => `${token}.` }],
  ['with padding', { idToken: (token) => `${token}==` }],
  ['with white space', { idToken: (token) => token.replace('.', ' .') }],
])('ID-16: an ID token %s is refused', async (_, behaviour) => {
  await refuses(behaviour)
})

test.each([
  ['repeats a member', (json: string) => json.replace('{', '{"sub":"eve",')],
  ['repeats a member, once escaped', (json: string) => json.replace('{', '{"s\\u0075b":"eve",')],
  ['starts with a byte order mark', (json: string) => `\u{feff}${json}`],
  ['is not an object', (json: string) => `[${json}]`],
  ['contains the member __proto__', (json: string) => json.replace('{', '{"__proto__":{"polluted":true},')],
  [
    'is nested 10,000 levels deep',
    (json: string) => json.replace('{', `{"deep":${'['.repeat(1e4)}${']'.repeat(1e4)},`),
  ],
])('ID-16: a signed ID token with a payload that %s is refused', async (_, change) => {
  await refuses({ payload: change })
  expect({}).not.toHaveProperty('polluted')
})

test.each(['JWT', 'jwt', 'application/jwt', 'Application/JWT'])(
  'ID-16: an ID token with the `typ` %s in its header is accepted',
  async (typ) => {
    await accepts({ header: (header) => ({ ...header, typ }) })
  },
)

test.each(['text/jwt', 'xapplication/jwt', 'jwt+x', 'jwt ', ''])(
  'ID-16: an ID token with the `typ` %j in its header is refused',
  async (typ) => {
    await refuses({ header: (header) => ({ ...header, typ }) })
  },
)

test('ID-17: an ID token with a claim of five megabytes is refused', async () => {
  await refuses({ claims: withClaims({ big: 'x'.repeat(5_000_000) }) })
})

test('ID-17: a claim that is named like a method of an object is ignored', async () => {
  await accepts({ claims: withClaims({ constructor: { prototype: { polluted: true } }, toString: 'x' }) })
  expect({}).not.toHaveProperty('polluted')
})
