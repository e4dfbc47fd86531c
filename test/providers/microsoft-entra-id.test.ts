/** Microsoft Entra ID: one metadata document for many issuers, with a simulated server. */
import { describe, expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { azureAd } from '../../src/providers/azure-ad.js'
import { azureAdB2c } from '../../src/providers/azure-ad-b2c.js'
import type { Provider } from '../../src/providers/kinds/provider.js'
import { type MicrosoftEntraIDOptions, microsoftEntraId } from '../../src/providers/microsoft-entra-id.js'
import { signingKey } from '../../src/testing.js'
import { app } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'
import { IdentityProvider } from '../support/identity-provider.js'

const contoso = 'aaaabbbb-0000-cccc-1111-dddd2222eeee'
const fabrikam = 'bbbbcccc-1111-dddd-2222-eeee3333ffff'
const personal = '9188040d-6c67-4c5b-b112-36a304b66dad'
const issuerOf = (tenant: string): string => `https://login.microsoftonline.com/${tenant}/v2.0`

const credentials = { clientId: 'client', clientSecret: 'secret' }

interface Started {
  readonly provider?: Provider
  readonly environment?: Record<string, string>
  /** The issuer whose URL serves the metadata. */
  readonly at?: string
  /** The issuer in the metadata. */
  readonly published?: string
  /** The issuer of a key. */
  readonly keyIssuer?: string
  /** The client authentication that the server requires. */
  readonly method?: 'client_secret_basic' | 'client_secret_post'
}

/** A server where `tenant` signs in, and an application. */
async function start({
  provider = microsoftEntraId(credentials),
  environment = {},
  at = issuerOf('common'),
  published = issuerOf('{tenantid}'),
  keyIssuer = published,
  method = 'client_secret_basic',
}: Started = {}) {
  const idp = await IdentityProvider.start(at)
  idp.client = { id: 'client', method, secret: 'secret' }
  const behave = (claims: Record<string, unknown>): void =>
    idp.misbehave({
      discovery: (document) => ({
        ...document,
        issuer: published,
        authorization_response_iss_parameter_supported: undefined,
      }),
      keys: (keys) => keys.map((key) => ({ ...key, issuer: keyIssuer })),
      claims: (standard) => ({ ...standard, ...claims }),
      callback: (params) => {
        params.delete('iss')
        return params
      },
    })
  const adapter = memory()
  let signedIn: string | undefined
  const auth = app({
    providers: [provider],
    adapter,
    events: {
      signIn: ({ user }) => {
        signedIn = user.id
      },
    },
    environment: { NODE_ENV: 'test', ...environment },
    fetch: (address, init) => idp.fetch(address.replace(at, 'https://idp.test'), init),
  })
  /** Signs in as a user of a tenant. Returns the redirect target and the user id. */
  const signIn = async (tenant: string, claims: Record<string, unknown> = {}) => {
    behave({ tid: tenant, iss: issuerOf(tenant), sub: 'subject', oid: 'object', email: undefined, ...claims })
    const browser = new Browser(auth.handle)
    const begun = locationOf(await browser.post(`/auth/signin/${provider.id}`, { callbackUrl: '/inside' }))
    if (begun.origin === 'https://app.test') return { error: begun.searchParams.get('error'), id: undefined }
    const { pathname, search } = idp.authorize(begun)
    const end = locationOf(await browser.send(pathname + search))
    const hasSession = (await browser.session()) !== null
    return { error: end.searchParams.get('error') ?? undefined, id: hasSession ? signedIn : undefined }
  }
  return { idp, auth, adapter, signIn }
}

const accepted = { error: undefined, id: expect.any(String) }
const refused = { error: 'OAuthCallbackError', id: undefined }

describe('the tenants that an issuer of Entra ID accepts', () => {
  test('the issuer `common` accepts users of every tenant and personal accounts', async () => {
    const { signIn, auth } = await start()
    expect(await signIn(contoso)).toEqual(accepted)
    expect(await signIn(personal)).toEqual(accepted)
    expect(auth.logged).toEqual([])
  })

  test('the issuer `organizations` in AUTH_MICROSOFT_ENTRA_ID_ISSUER accepts users of a tenant', async () => {
    const { signIn } = await start({
      at: issuerOf('organizations'),
      environment: { AUTH_MICROSOFT_ENTRA_ID_ISSUER: issuerOf('organizations') },
    })
    expect(await signIn(fabrikam)).toEqual(accepted)
  })

  test.each([
    ['consumers', 'consumers', personal],
    ['a tenant by its id', contoso, contoso],
    ['a tenant by its domain', 'contoso.onmicrosoft.com', contoso],
  ])('the issuer %s accepts only users of that tenant', async (_, configured, tenant) => {
    const issuer = issuerOf(configured)
    const provider = microsoftEntraId({ ...credentials, issuer })
    const { signIn } = await start({ provider, at: issuer, published: issuerOf(tenant) })
    expect(await signIn(tenant)).toEqual(accepted)
    expect(await signIn(fabrikam)).toEqual(refused)
  })

  test('an issuer of a national cloud of Entra ID has another origin', async () => {
    const issuer = 'https://login.microsoftonline.us/organizations/v2.0'
    const { signIn } = await start({
      provider: microsoftEntraId({ ...credentials, issuer }),
      at: issuer,
      published: 'https://login.microsoftonline.us/{tenantid}/v2.0',
    })
    expect(await signIn(contoso, { iss: `https://login.microsoftonline.us/${contoso}/v2.0` })).toEqual(
      accepted,
    )
    expect(await signIn(contoso)).toEqual(refused)
  })

  test('a token of Microsoft Entra External ID with the published issuer is accepted', async () => {
    const issuer = `https://${contoso}.ciamlogin.com/${contoso}/v2.0`
    const { signIn } = await start({
      provider: microsoftEntraId({ ...credentials, issuer }),
      at: issuer,
      published: issuer,
    })
    expect(await signIn(contoso, { iss: issuer })).toEqual(accepted)
  })
})

describe('tokens of other tenants', () => {
  const tenants = [contoso.toUpperCase()]

  test('`tenants` lists the accepted tenants of Entra ID, in any letter case', async () => {
    const { signIn, auth } = await start({ provider: microsoftEntraId({ ...credentials, tenants }) })
    expect(await signIn(contoso)).toEqual(accepted)
    expect(await signIn(fabrikam)).toEqual(refused)
    expect(auth.logged).toEqual([])
    expect(auth.warned.join()).toContain(`\`tenants\` does not list '${fabrikam}'`)
  })

  test.each<[string, Record<string, unknown>]>([
    ['names one tenant in `tid` and another in `iss`', { iss: issuerOf(fabrikam) }],
    ['has no `tid`', { tid: undefined }],
    ['has a `tid` that is not a string', { tid: [contoso] }],
    ['has a `tid` with a path', { tid: `${contoso}/v2.0/..`, iss: issuerOf(`${contoso}/v2.0/..`) }],
    ['has the placeholder of the template as its tenant', { tid: '{tenantid}', iss: issuerOf('{tenantid}') }],
    ['has an issuer of another origin', { iss: `https://login.evil.example/${contoso}/v2.0` }],
    ['has no issuer', { iss: undefined }],
  ])('a token of Entra ID that %s is refused', async (_, claims) => {
    const { signIn, adapter } = await start()
    expect(await signIn(contoso, claims)).toEqual(refused)
    expect(
      await adapter.getUserByAccount?.({ provider: 'microsoft-entra-id', providerAccountId: 'subject' }),
    ).toBeNull()
  })

  test('`tenants` of Entra ID also applies to the metadata of a single tenant', async () => {
    const options: MicrosoftEntraIDOptions = { ...credentials, issuer: issuerOf(fabrikam), tenants }
    const { signIn } = await start({
      provider: microsoftEntraId(options),
      at: issuerOf(fabrikam),
      published: issuerOf(fabrikam),
    })
    expect(await signIn(fabrikam)).toEqual(refused)
  })
})

test('users of two Entra ID tenants with the same `sub` and `oid` stay separate users', async () => {
  const { signIn, adapter } = await start()
  const ada = await signIn(contoso)
  const mallory = await signIn(fabrikam)
  expect(mallory).toEqual(accepted)
  expect(mallory.id).not.toBe(ada.id)
  expect((await signIn(contoso)).id).toBe(ada.id)
  const stored = await adapter.getUserByAccount?.({
    provider: 'microsoft-entra-id',
    providerAccountId: `${issuerOf(contoso)}|subject`,
  })
  expect(stored?.id).toBe(ada.id)
})

test('keys of Entra ID are fetched again after a rotation', async () => {
  const { signIn, idp } = await start()
  expect(await signIn(contoso)).toEqual(accepted)
  idp.keys = [await signingKey('next')]
  expect(await signIn(contoso)).toEqual(accepted)
  expect(idp.requestCount('/jwks')).toBe(2)
})

test('a key of one Entra ID tenant cannot sign tokens of another tenant', async () => {
  const { signIn } = await start({ keyIssuer: issuerOf(personal) })
  expect(await signIn(personal)).toEqual(accepted)
  expect(await signIn(contoso)).toEqual(refused)
})

test('keys with an unknown issuer cannot sign tokens of Entra ID', async () => {
  const { signIn } = await start({ keyIssuer: 'https://login.evil.example/{tenantid}/v2.0' })
  expect(await signIn(contoso)).toEqual(refused)
})

test.each([
  ['without the claim', undefined, 'ada@contoso.example', null],
  ['of a domain that is verified', true, 'ada@contoso.example', expect.any(Date)],
  ['of a domain that is verified, as a string', '1', 'ada@contoso.example', expect.any(Date)],
  ['of a domain that is not verified', false, null, null],
  ['of a domain that is not verified, as a string', '0', null, null],
])(
  'Entra ID verifies an e-mail address only with `xms_edov: true`: an e-mail address %s',
  async (_, xms_edov, email, emailVerified) => {
    const { signIn, adapter } = await start()
    const { id = '' } = await signIn(contoso, { email: 'ada@contoso.example', xms_edov })
    expect(await adapter.getUser?.(id)).toMatchObject({ email, emailVerified })
  },
)

test('the provider `azure-ad`, the former id of Entra ID, reads AUTH_AZURE_AD_ID and AUTH_AZURE_AD_SECRET', async () => {
  const { signIn } = await start({
    provider: azureAd(),
    environment: { AUTH_AZURE_AD_ID: 'client', AUTH_AZURE_AD_SECRET: 'secret' },
  })
  expect(await signIn(contoso)).toEqual(accepted)
})

test('Azure AD B2C uses the issuer in the metadata of a user flow', async () => {
  const at = 'https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_signin/v2.0'
  const published = `https://contoso.b2clogin.com/${contoso}/v2.0/`
  const provider = azureAdB2c({ ...credentials, issuer: at })
  const { signIn } = await start({ provider, at, published, method: 'client_secret_post' })
  expect(await signIn(contoso, { iss: published, tid: undefined })).toEqual(accepted)
  expect(await signIn(contoso, { iss: `https://contoso.b2clogin.com/${fabrikam}/v2.0/` })).toEqual(refused)
  const foreign = await start({ provider, at, published: `https://fabrikam.b2clogin.com/${contoso}/v2.0/` })
  expect(await foreign.signIn(contoso, { iss: published })).toEqual({
    error: 'OAuthSignInError',
    id: undefined,
  })
})
