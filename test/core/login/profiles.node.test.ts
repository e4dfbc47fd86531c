import { describe, expect, test } from 'vitest'
import { locationOf } from '../../support/browser.js'
import { acme } from '../../support/providers.js'
import { credentials, worlds } from '../../support/world.js'

/*
 * Data of a person from a provider: an e-mail address is verified only with `email_verified: true`, members
 * are strings, and ids are valid.
 */

const start = worlds()

const errorOf = (response: Response): string | null => locationOf(response).searchParams.get('error')

test('a user with an empty name gets the user name', async () => {
  const world = await start()
  world.idp.user = { sub: 'ada', name: '', preferred_username: 'lovelace', email: 'ada@example.com' }
  await world.signIn()
  expect(await world.adapter.getUserByEmail('ada@example.com')).toMatchObject({ name: 'lovelace' })
})

describe('a provider that may link accounts by e-mail address', () => {
  const values = [
    ['missing', {}],
    ['"true"', { email_verified: 'true' }],
    ['1', { email_verified: 1 }],
    ['an object', { email_verified: { value: true } }],
    ['false', { email_verified: false }],
  ] as const

  test.each(values)('an e-mail address links no account if email_verified is %s', async (_, claim) => {
    const world = await start({ provider: { allowDangerousEmailAccountLinking: true } })
    await world.adapter.seed({ id: 'owner', email: 'ada@example.com', emailVerified: new Date() })
    world.idp.user = { sub: 'mallory', email: 'ada@example.com', ...claim }
    expect(errorOf(await world.signIn())).toBe('OAuthAccountNotLinked')
    expect(world.adapter.rows.accounts).toEqual([])
  })

  test.each(values)('a new user has no verified e-mail address if email_verified is %s', async (_, claim) => {
    const world = await start({ provider: { allowDangerousEmailAccountLinking: true } })
    world.idp.user = { sub: 'mallory', email: 'ada@example.com', ...claim }
    await world.signIn()
    expect(await world.adapter.getUserByEmail('ada@example.com')).toMatchObject({ emailVerified: null })
  })

  test.each([
    ['from another claim', 'mallory@example.com'],
    ['from another claim, which equals `email` only in lower case', '\u212aim@example.com'],
    ['from another claim, while `email` is null', null],
  ])('an e-mail address that `profile` took %s is not verified', async (_, email) => {
    const profile = (raw: object): { id: string; email: string } => {
      const { sub, preferred_username: name } = raw as { sub: string; preferred_username: string }
      return { id: sub, email: name.toLowerCase() }
    }
    const world = await start({ provider: { allowDangerousEmailAccountLinking: true, profile } })
    await world.adapter.seed({ id: 'owner', email: 'kim@example.com', emailVerified: new Date() })
    world.idp.user = {
      ...{ sub: 'mallory', preferred_username: 'kim@example.com', email_verified: true },
      email: email as string,
    }
    expect(errorOf(await world.signIn())).toBe('OAuthAccountNotLinked')
    expect(world.adapter.rows.accounts).toEqual([])
    world.idp.user = { ...world.idp.user, preferred_username: 'new@example.com' }
    await world.signIn()
    expect(await world.adapter.getUserByEmail('new@example.com')).toMatchObject({ emailVerified: null })
  })

  test.each([
    ['is not verified by `email_verified` alone', undefined, 'OAuthAccountNotLinked'],
    ['is verified if `verifiedEmail` returns it', (raw: object) => (raw as { mail: string }).mail, null],
    [
      'is not verified if `verifiedEmail` returns another e-mail address',
      () => 'eve@example.com',
      'OAuthAccountNotLinked',
    ],
  ])(
    'an e-mail address that `profile` took from a claim with another name %s',
    async (_, verifiedEmail, error) => {
      const profile = (raw: object): { id: string; email: string } => {
        const { sub, mail } = raw as { sub: string; mail: string }
        return { id: sub, email: mail }
      }
      const world = await start({
        provider: {
          allowDangerousEmailAccountLinking: true,
          profile,
          ...(verifiedEmail && { verifiedEmail }),
        },
      })
      await world.adapter.seed({ id: 'owner', email: 'ada@example.com', emailVerified: new Date() })
      world.idp.misbehave({
        claims: ({ email: mail, ...claims }) => ({ ...claims, mail, email_verified: true }),
      })
      expect(errorOf(await world.signIn())).toBe(error)
      expect(world.adapter.rows.accounts).toMatchObject(error === null ? [{ userId: 'owner' }] : [])
    },
  )

  test('an e-mail address links an account if email_verified is true', async () => {
    const world = await start({ provider: { allowDangerousEmailAccountLinking: true } })
    await world.adapter.seed({ id: 'owner', email: 'ada@example.com', emailVerified: new Date() })
    world.idp.user = { sub: 'ada', email: 'ada@example.com', email_verified: true }
    expect(locationOf(await world.signIn()).pathname).toBe('/inside')
    expect(world.adapter.rows.accounts).toMatchObject([{ userId: 'owner' }])
  })
})

describe.each([
  '',
  ' ',
  'none',
  'N/A',
  '-',
  'ada',
  'ada@',
  '@example.com',
  'ada@localhost',
  'a b@example.com',
  'a@b.example, c@d.example',
])('a placeholder %j for an e-mail address', (email) => {
  test('a placeholder instead of an e-mail address is not stored, and each account with it is a separate user', async () => {
    const world = await start({ provider: { allowDangerousEmailAccountLinking: true } })
    for (const sub of ['ada', 'bob']) {
      world.idp.user = { sub, name: sub, email, email_verified: true }
      expect(locationOf(await world.signIn(world.anotherBrowser())).pathname).toBe('/inside')
    }
    const users = world.adapter.rows.users.filter(({ id }) => id !== 'grace')
    expect(users).toMatchObject([
      { name: 'ada', email: null, emailVerified: null },
      { name: 'bob', email: null, emailVerified: null },
    ])
  })
})

test('spaces around an e-mail address are removed', async () => {
  const world = await start()
  world.idp.user = { sub: 'ada', email: ' Ada@Example.com ', email_verified: true }
  await world.signIn()
  expect(await world.adapter.getUserByEmail('ada@example.com')).toMatchObject({
    emailVerified: expect.any(Date),
  })
})

test('characters that databases refuse are removed from strings of a profile', async () => {
  const profile = ({ sub, name }: { sub: string; name: string }) =>
    ({ id: sub, name, image: `https://img.example/\0a`, title: `Countess \ud83d` }) as never
  const world = await start({ provider: { profile: profile as never } })
  world.idp.user = { sub: 'ada', name: 'A\0da \udc00Lovelace \u{1f642}' }
  expect(locationOf(await world.signIn()).pathname).toBe('/inside')
  expect(world.adapter.rows.users.find(({ id }) => id !== 'grace')).toMatchObject({
    name: 'Ada Lovelace \u{1f642}',
    image: 'https://img.example/a',
    title: 'Countess ',
  })
})

test('characters that databases refuse are removed from objects and lists of a profile', async () => {
  const profile = ({ sub }: { sub: string }) =>
    ({
      id: sub,
      groups: ['A\0dmins', { 'na\0me': 'Staff \udc00' }],
      plan: { name: 'Te\0am', seats: 3, since: new Date(0) },
    }) as never
  const world = await start({ provider: { profile: profile as never } })
  world.idp.user = { sub: 'ada' }
  expect(locationOf(await world.signIn()).pathname).toBe('/inside')
  expect(world.adapter.rows.users.find(({ id }) => id !== 'grace')).toMatchObject({
    groups: ['Admins', { name: 'Staff ' }],
    plan: { name: 'Team', seats: 3, since: new Date(0) },
  })
})

test('characters that databases refuse are removed from the members of a token response', async () => {
  const world = await start()
  world.idp.misbehave({
    ...world.idp.behaviour,
    token: (members) => ({ ...Object(members), scope: 'openid\0 email', session_state: 's\ud83d1' }),
  })
  world.idp.user = { sub: 'ada' }
  expect(locationOf(await world.signIn()).pathname).toBe('/inside')
  expect(world.adapter.rows.accounts).toMatchObject([{ scope: 'openid email', session_state: 's1' }])
})

test('characters that databases refuse are removed from the profile that events receive', async () => {
  const profiles: unknown[] = []
  const world = await start({ events: { signIn: ({ profile }) => void profiles.push(profile) } })
  world.idp.user = { sub: 'ada', address: { locality: 'Lon\0don' } }
  await world.signIn()
  expect(profiles).toMatchObject([{ address: { locality: 'London' } }])
})

describe.each(['jwt', 'database'] as const)('members of a profile (sessions: %s)', (strategy) => {
  test.each([
    ['objects', { name: { evil: 1 }, picture: { url: 'x' }, email: { $ne: null } }],
    ['arrays', { name: ['a'], picture: ['b'], email: ['ada@example.com'] }],
    ['numbers', { name: 1, picture: 2, email: 3 }],
    [
      'too long',
      { name: 'x'.repeat(513), picture: 'x'.repeat(2_049), email: `${'x'.repeat(320)}@example.com` },
    ],
  ])('members of a profile that are %s reach neither session nor adapter', async (_, members) => {
    const world = await start({ strategy })
    world.idp.user = { sub: 'ada', ...members }
    expect(locationOf(await world.signIn()).pathname).toBe('/inside')
    const [user] = world.adapter.rows.users.filter(({ id }) => id !== 'grace')
    expect(user).toMatchObject({ name: null, image: null, email: null })
    const session = await world.browser.session()
    for (const member of ['name', 'image', 'email']) expect(session.user[member] ?? null).toBeNull()
  })
})

test.each([
  ['empty', ''],
  ['too long', 'x'.repeat(256)],
  ['an object', { id: 'ada' }],
  ['an array', ['ada']],
  ['a boolean', true],
  ['a fraction', 1.5],
  ['a string with a control character', 'ada\u0000'],
  ['a string with a line break', 'ada\ngrace'],
  ['the string "undefined"', String(undefined)],
  ['the string "[object Object]"', String({ id: 'ada' })],
])('a profile with an id that is %s is rejected', async (_, id) => {
  const world = await start({ provider: { profile: () => ({ id }) as never }, failsItself: true })
  expect(locationOf(await world.signIn()).pathname).not.toBe('/inside')
  expect(await world.browser.session()).toBeNull()
  expect(world.errors).toMatchObject([{ type: 'OAuthProfileParseError' }])
})

test.each([
  ['of this configuration', 'acme', 'acme|ada'],
  ['of another configuration', 'other', `other:${'0f'.repeat(16)}|ada`],
])(
  'without an adapter, a password does not sign a user in with the id of a provider %s',
  async (_, provider, id) => {
    const user = { id, email: 'grace@example.com' }
    const world = await start({ stored: false, providers: [acme(), credentials(user)], failsItself: true })
    const response = await world.enter()
    expect(response.headers.get('location') ?? '').not.toContain('/inside')
    expect(await world.browser.session()).toBeNull()
    expect(world.errors).toMatchObject([
      {
        type: 'CallbackRouteError',
        message: expect.stringContaining(
          `begins with '${id.slice(0, -3)}', like the ids of the provider '${provider}'`,
        ),
      },
    ])
  },
)

test('an id with a bar is unchanged if the part before the bar is not the id of a provider', async () => {
  const user = { id: 'other|ada', email: 'grace@example.com' }
  const world = await start({ stored: false, providers: [acme(), credentials(user)] })
  expect(locationOf(await world.enter()).pathname).toBe('/inside')
})

test('profile() of a provider can call other functions of the provider', async () => {
  const provider = {
    nameOf: (raw: { readonly sub?: unknown }) => `User ${raw.sub}`,
    profile(raw: { readonly sub: string }) {
      return { id: raw.sub, name: this.nameOf(raw) }
    },
  }
  const world = await start({ provider })
  expect(locationOf(await world.signIn()).pathname).toBe('/inside')
  expect(await world.browser.session()).toMatchObject({ user: { name: 'User ada' } })
})

describe.each(['profile', 'verifiedEmail', 'account'] as const)('%s() of a provider that throws', (name) => {
  test(`${name}() that throws is named in the log, without tokens`, async () => {
    let secret = ''
    const fail = (received: object): never => {
      throw new Error(`cannot read ${JSON.stringify(received)} ${secret}`)
    }
    const world = await start({ failsItself: true, provider: { [name]: fail } })
    secret = world.idp.accessToken
    const response = await world.signIn()
    expect(errorOf(response)).toBe('Configuration')
    expect(world.errors).toMatchObject([
      { type: 'OAuthProfileParseError', message: `${name}() of the provider 'acme' threw.` },
    ])
    expect(describeError(world.errors[0])).toContain('cannot read')
    expect(describeError(world.errors[0])).not.toContain(world.idp.accessToken)
  })
})

function describeError(error: unknown): string {
  const { message, cause } = error as { message: string; cause?: { err?: Error } }
  return `${message} ${cause?.err?.message}`
}
