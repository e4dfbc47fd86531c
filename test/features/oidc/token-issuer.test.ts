/**
 * Providers with an issuer for each tenant: which issuers of tokens are accepted, and which user an account
 * belongs to.
 */
import { describe, expect, test } from 'vitest'
import type { OIDCProvider, TokenIssuer } from '../../../src/providers/kinds/oidc.js'
import { signingKey } from '../../../src/testing.js'
import { relyingParties } from '../../support/oidc/relying-party.js'

const start = relyingParties()

async function startWith(
  tokenIssuer: TokenIssuer | undefined,
  published: string,
  provider: Partial<OIDCProvider> = {},
) {
  const party = await start({ provider: { tokenIssuer, ...provider } })
  /**
   * Chooses the next sign-in: the issuer of the token, the issuer of the authorization response, and further
   * claims.
   */
  const as = (iss: string, claims: Record<string, unknown> = {}, response: string = iss): void =>
    party.idp.misbehave({
      discovery: (document) => ({ ...document, issuer: published }),
      claims: (standard) => ({ ...standard, iss, ...claims }),
      callback: (params) => {
        params.set('iss', response)
        return params
      },
    })
  return { party, as }
}

const open = 'https://idp.test/{tenant}'

test('a template as `tokenIssuer` accepts the issuer with the tenant of the claim', async () => {
  const { party, as } = await startWith('https://idp.test/{org}', open)
  as('https://idp.test/acme', { org: 'acme' })
  await party.expectSignedIn(await party.signIn())
  expect(party.adapter.rows.accounts.map(({ providerAccountId }) => providerAccountId)).toEqual([
    'https://idp.test/acme|ada',
  ])
})

test.each<[string, string, Record<string, unknown>, string?]>([
  [
    'the claim names another tenant than the issuer of the token',
    'https://idp.test/acme',
    { org: 'umbrella' },
  ],
  ['the claim is missing', 'https://idp.test/acme', {}],
  ['the claim contains a slash', 'https://idp.test/a/b', { org: 'a/b' }],
  ['the claim is empty', 'https://idp.test/', { org: '' }],
  [
    'the authorization response is of another tenant',
    'https://idp.test/acme',
    { org: 'acme' },
    'https://idp.test/umbrella',
  ],
  ['the authorization response names the template', 'https://idp.test/acme', { org: 'acme' }, open],
])('with a template as `tokenIssuer`, a sign-in is refused if %s', async (_, iss, claims, response) => {
  const { party, as } = await startWith('https://idp.test/{org}', open)
  as(iss, claims, response)
  await party.expectRefused(await party.signIn())
})

test.each([
  ['there is no `tokenIssuer`', undefined, 'https://idp.test', 'https://idp.test/'],
  ['there is no `tokenIssuer`', undefined, 'https://idp.test', 'https://evil.test'],
  ['this issuer has another origin', 'https://idp.test/{org}', open, 'https://evil.test/acme'],
  ['the tenant in this issuer contains a slash', 'https://idp.test/{org}', open, 'https://idp.test/acme/x'],
  [
    'the metadata is that of one tenant',
    'https://idp.test/{org}',
    'https://idp.test/acme',
    'https://idp.test/x',
  ],
])(
  'the code of an authorization response with another issuer is not sent if %s',
  async (_, tokenIssuer, published, iss) => {
    const { party, as } = await startWith(tokenIssuer, published)
    as('https://idp.test/acme', { org: 'acme' }, iss)
    await party.expectRefused(await party.signIn())
    expect(party.idp.requestCount('/token')).toBe(0)
  },
)

test.each([
  ['is not a template', 'https://idp.test/acme', open],
  ['names two claims', 'https://idp.test/{org}/{team}', open],
  ['names two claims', 'https://idp.test/{org}/{team}', `${open}/`],
  ['has another origin', 'https://elsewhere.test/{org}', open],
  ['lacks characters before the claim', 'https://idp.test/{org}', 'https://idp.test/x{tenant}'],
  ['lacks characters after the claim', 'https://idp.test/{org}', 'https://idp.test/{tenant}x'],
])('metadata with a template as issuer is refused if `tokenIssuer` %s', async (_, tokenIssuer, published) => {
  const { party, as } = await startWith(tokenIssuer, published)
  as('https://idp.test/acme', { org: 'acme' })
  await party.expectRefused(await party.browser.post('/auth/signin/acme'), 'OAuthSignInError')
})

describe('the tenant in a template', () => {
  const template = 'https://idp.test/{org}'

  test.each(['acme', 'A.b~c_d-9', 'x'.repeat(128)])('the tenant in a template may be %s', async (org) => {
    const { party, as } = await startWith(template, open)
    as(`https://idp.test/${org}`, { org })
    await party.expectSignedIn(await party.signIn())
  })

  test.each<[unknown]>([
    ['x'.repeat(129)],
    ['a%62'],
    ['a b'],
    ['a|b'],
    ['ä'],
    ['{org}'],
    [7],
    [['acme']],
    [null],
  ])('the tenant in a template cannot be %j', async (org) => {
    const { party, as } = await startWith(template, open)
    as(`https://idp.test/${org}`, { org })
    await party.expectRefused(await party.signIn())
  })

  test.each(['https://idp.test/v2/', '/v2/'])(
    'the tenant in a template may be followed by more text: %s',
    async (before) => {
      const { party, as } = await startWith(`${before}{org}/x`, 'https://idp.test/v2/{tenant}/x')
      as('https://idp.test/v2/acme/x', { org: 'acme' })
      await party.expectSignedIn(await party.signIn())
    },
  )

  test.each(['https://idp.test/v1/acme/x', 'https://idp.test/v2/acme/y', 'https://idp.test/v2/acme'])(
    'an issuer that differs from the template after the tenant is refused: %s',
    async (iss) => {
      const { party, as } = await startWith('https://idp.test/v2/{org}/x', 'https://idp.test/v2/{tenant}/x')
      as(iss, { org: 'acme' }, 'https://idp.test/v2/acme/x')
      await party.expectRefused(await party.signIn())
    },
  )

  test.each([
    ['acme', 'accepted'],
    ['umbrella', 'refused'],
  ])('with the metadata of the tenant acme, a token of the tenant %s is %s', async (org, outcome) => {
    const { party, as } = await startWith(template, 'https://idp.test/acme')
    as(`https://idp.test/${org}`, { org }, 'https://idp.test/acme')
    const response = await party.signIn()
    await (outcome === 'accepted' ? party.expectSignedIn(response) : party.expectRefused(response))
  })

  test.each<[unknown, string]>([
    ['ACME', 'accepted'],
    ['other', 'accepted'],
    ['umbrella', 'refused'],
    ['acm', 'refused'],
    [undefined, 'refused'],
  ])('with the option `tenants`, a token of the tenant %s is %s', async (org, outcome) => {
    const { party, as } = await startWith(template, open, { tenants: ['acme', 'Other'] })
    as(`https://idp.test/${org}`, { org })
    const response = await party.signIn()
    await (outcome === 'accepted' ? party.expectSignedIn(response) : party.expectRefused(response))
    if (outcome === 'refused') {
      expect(party.app.warned.join()).toContain(`\`tenants\` does not list '${org}'.`)
    }
  })

  test.each<[string, TokenIssuer | undefined]>([
    ['there is no `tokenIssuer`', undefined],
    ['`tokenIssuer` is a function', () => ({ issuer: 'https://idp.test/acme' })],
    ['`tokenIssuer` has no placeholder', 'https://idp.test/acme'],
    ['`tokenIssuer` has two placeholders', 'https://idp.test/{org}/{team}'],
  ])('no sign-in starts with the option `tenants` if %s, and the log says why', async (_, tokenIssuer) => {
    const { party, as } = await startWith(tokenIssuer, 'https://idp.test', { tenants: ['acme'] })
    as('https://idp.test')
    await party.expectRefused(await party.browser.post('/auth/signin/acme'), 'Configuration')
    const [error] = party.app.logged
    expect(error).toMatchObject({ type: 'InvalidProvider' })
    expect(String(error)).toContain("`tenants` of the provider 'acme' needs a template: set `tokenIssuer`")
  })
})

describe('with an alias of the issuer', () => {
  const providerAccounts = ({ adapter }: Awaited<ReturnType<typeof startWith>>['party']): string[] =>
    adapter.rows.accounts.map(({ providerAccountId }) => providerAccountId)

  test.each(['https://idp.test', 'idp.test', 'https://other-name.test'])(
    'with an alias of the issuer, a token with the issuer %s is accepted',
    async (iss) => {
      const { party, as } = await startWith(undefined, 'https://idp.test', {
        issuerAliases: ['idp.test', 'https://other-name.test'],
      })
      as(iss)
      await party.expectSignedIn(await party.signIn())
      expect(providerAccounts(party)).toEqual(['ada'])
    },
  )

  test.each(['https://evil.test', 'xidp.test', 'idp.testx', 'IDP.test'])(
    'with an alias of the issuer, a token with the issuer %s is refused',
    async (iss) => {
      const { party, as } = await startWith(undefined, 'https://idp.test', { issuerAliases: ['idp.test'] })
      as(iss, {}, 'https://idp.test')
      await party.expectRefused(await party.signIn())
    },
  )

  test.each(['https://evil.test', 'idp.testx'])(
    'with an alias of the issuer, an authorization response with the issuer %s is refused',
    async (response) => {
      const { party, as } = await startWith(undefined, 'https://idp.test', { issuerAliases: ['idp.test'] })
      as('https://idp.test', {}, response)
      await party.expectRefused(await party.signIn())
      expect(party.idp.requestCount('/token')).toBe(0)
    },
  )

  test('with an alias of the issuer and a template, tokens of both issuers sign in the same account', async () => {
    const { party, as } = await startWith('https://idp.test/{org}', 'https://idp.test', {
      issuerAliases: ['https://other-name.test'],
    })
    for (const iss of ['https://idp.test', 'https://other-name.test']) {
      as(iss, { org: 'acme' })
      await party.expectSignedIn(await party.signIn())
    }
    expect(providerAccounts(party)).toEqual(['https://idp.test|ada'])
  })

  test.each([
    ['acme', 'accepted'],
    ['umbrella', 'refused'],
    [undefined, 'refused'],
  ])(
    'with an alias of the issuer and the option `tenants`, a token of the tenant %s is %s',
    async (org, outcome) => {
      const { party, as } = await startWith('https://idp.test/{org}', 'https://idp.test', {
        issuerAliases: ['https://other-name.test'],
        tenants: ['acme'],
      })
      as('https://other-name.test', { org })
      const response = await party.signIn()
      await (outcome === 'accepted' ? party.expectSignedIn(response) : party.expectRefused(response))
    },
  )

  test.each([
    ['idp.test', 'https://idp.test'],
    ['https://idp.test', 'idp.test'],
  ])(
    'an issuer and its alias count as the same: the token has %s, the authorization response %s',
    async (iss, response) => {
      const { party, as } = await startWith(undefined, 'https://idp.test', { issuerAliases: ['idp.test'] })
      as(iss, {}, response)
      await party.expectSignedIn(await party.signIn())
    },
  )

  test('with an alias of the issuer, a token with an issuer that is not a string is refused', async () => {
    const { party, as } = await startWith(undefined, 'https://idp.test', { issuerAliases: ['idp.test'] })
    as('https://idp.test', { iss: 7 })
    await party.expectRefused(await party.signIn())
    expect(party.app.logged[0]?.cause).toMatchObject({
      err: { message: 'The token response is invalid: unexpected JWT `iss` (issuer) claim type.' },
    })
  })
})

describe('a key of an issuer', () => {
  test.each([
    ['https://idp.test/acme', 'accepted'],
    ['https://idp.test/{tenant}', 'accepted'],
    [undefined, 'accepted'],
    ['https://idp.test/umbrella', 'refused'],
    ['https://evil.test/{tenant}', 'refused'],
    ['https://idp.test/{tenant}/x', 'refused'],
    ['{any}https://idp.test/{tenant}', 'refused'],
  ])('a key that is published for the issuer %s is %s', async (issuer, outcome) => {
    const { party } = await startWith('https://idp.test/{org}', open)
    party.idp.misbehave({
      discovery: (document) => ({ ...document, issuer: open }),
      keys: (keys) => keys.map((key) => ({ ...key, issuer })),
      claims: (claims) => ({ ...claims, iss: 'https://idp.test/acme', org: 'acme' }),
      callback: (params) => {
        params.set('iss', 'https://idp.test/acme')
        return params
      },
    })
    const response = await party.signIn()
    await (outcome === 'accepted' ? party.expectSignedIn(response) : party.expectRefused(response))
  })
})

test('a key that is published without an issuer is accepted although another key has an issuer', async () => {
  const { party } = await startWith('https://idp.test/{org}', open)
  const other = { ...(await signingKey('two')).jwk, issuer: 'https://idp.test/umbrella' }
  party.idp.misbehave({
    discovery: (document) => ({ ...document, issuer: open }),
    keys: (keys) => [...keys, other],
    claims: (claims) => ({ ...claims, iss: 'https://idp.test/acme', org: 'acme' }),
    callback: (params) => {
      params.set('iss', 'https://idp.test/acme')
      return params
    },
  })
  await party.expectSignedIn(await party.signIn())
})

describe('a function', () => {
  const decides: TokenIssuer = ({ claims: { org }, metadataIssuer }) =>
    org === 'acme' ? { issuer: `${metadataIssuer}/${org}` } : { rejected: 'only acme may sign in' }

  test('a function as `tokenIssuer` can accept the issuer of a token', async () => {
    const { party, as } = await startWith(decides, 'https://idp.test')
    as('https://idp.test/acme', { org: 'acme' })
    await party.expectSignedIn(await party.signIn())
  })

  test('a function as `tokenIssuer` can reject a token with a reason', async () => {
    const { party, as } = await startWith(decides, 'https://idp.test')
    as('https://idp.test/umbrella', { org: 'umbrella' })
    await party.expectRefused(await party.signIn())
    expect(party.app.warned.join()).toContain('only acme may sign in')
  })

  test('a function as `tokenIssuer` cannot accept a token with another issuer than it returns', async () => {
    const { party, as } = await startWith(decides, 'https://idp.test')
    as('https://idp.test/umbrella', { org: 'acme' })
    await party.expectRefused(await party.signIn())
  })

  test('a function as `tokenIssuer` cannot return an issuer that gives two accounts the same id', async () => {
    const { party, as } = await startWith(() => ({ issuer: 'https://idp.test|x' }), 'https://idp.test')
    as('https://idp.test|x')
    await party.expectRefused(await party.signIn())
  })
})
