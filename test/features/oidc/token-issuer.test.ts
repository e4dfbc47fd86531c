/** Providers with an issuer for each tenant: which issuers of tokens are accepted, and whose account is whose. */
import { describe, expect, test } from 'vitest'
import type { OIDCProvider, TokenIssuer } from '../../../src/providers/kinds/oidc.js'
import { relyingParties } from '../../support/oidc/relying-party.js'

const start = relyingParties()

async function startWith(
  tokenIssuer: TokenIssuer | undefined,
  published: string,
  provider: Partial<OIDCProvider> = {},
) {
  const party = await start({ provider: { tokenIssuer, ...provider } })
  /** Who signs in next: the issuer of the token, of the authorization response, and further claims. */
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

test('a template accepts the issuer that the claim names', async () => {
  const { party, as } = await startWith('https://idp.test/{org}', open)
  as('https://idp.test/acme', { org: 'acme' })
  await party.expectSignedIn(await party.signIn())
  expect(party.adapter.rows.accounts.map(({ providerAccountId }) => providerAccountId)).toEqual([
    'https://idp.test/acme|ada',
  ])
})

test.each<[string, string, Record<string, unknown>, string?]>([
  ['the token names another issuer than its claim', 'https://idp.test/acme', { org: 'umbrella' }],
  ['the claim is missing', 'https://idp.test/acme', {}],
  ['the claim has a slash', 'https://idp.test/a/b', { org: 'a/b' }],
  ['the claim is empty', 'https://idp.test/', { org: '' }],
  [
    'the authorization response is of another tenant',
    'https://idp.test/acme',
    { org: 'acme' },
    'https://idp.test/umbrella',
  ],
  [
    'the authorization response is of another origin',
    'https://idp.test/acme',
    { org: 'acme' },
    'https://evil.test/acme',
  ],
  ['the authorization response names the template', 'https://idp.test/acme', { org: 'acme' }, open],
])('a template refuses where %s', async (_, iss, claims, response) => {
  const { party, as } = await startWith('https://idp.test/{org}', open)
  as(iss, claims, response)
  await party.expectRefused(await party.signIn())
})

test.each([
  ['is no template', 'https://idp.test/acme'],
  ['has two claims', 'https://idp.test/{org}/{team}'],
  ['is of another origin', 'https://elsewhere.test/{org}'],
])('metadata that is a template is refused where `tokenIssuer` %s', async (_, tokenIssuer) => {
  const { party, as } = await startWith(tokenIssuer, open)
  as('https://idp.test/acme', { org: 'acme' })
  await party.expectRefused(await party.browser.post('/auth/signin/acme'), 'OAuthSignInError')
})

describe('a function', () => {
  const decides: TokenIssuer = ({ claims: { org }, metadataIssuer }) =>
    org === 'acme' ? { issuer: `${metadataIssuer}/${org}` } : { rejected: 'only acme may sign in' }

  test('returns the accepted issuer', async () => {
    const { party, as } = await startWith(decides, 'https://idp.test')
    as('https://idp.test/acme', { org: 'acme' })
    await party.expectSignedIn(await party.signIn())
  })

  test('returns the reason for a rejection', async () => {
    const { party, as } = await startWith(decides, 'https://idp.test')
    as('https://idp.test/umbrella', { org: 'umbrella' })
    await party.expectRefused(await party.signIn())
    expect(party.app.warned.join()).toContain('only acme may sign in')
  })

  test('cannot accept an issuer that the token does not have', async () => {
    const { party, as } = await startWith(decides, 'https://idp.test')
    as('https://idp.test/umbrella', { org: 'acme' })
    await party.expectRefused(await party.signIn())
  })

  test('cannot return an issuer with which two accounts could share an id', async () => {
    const { party, as } = await startWith(() => ({ issuer: 'https://idp.test|x' }), 'https://idp.test')
    as('https://idp.test|x')
    await party.expectRefused(await party.signIn())
  })
})
