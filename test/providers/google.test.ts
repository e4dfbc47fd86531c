import { expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { google } from '../../src/providers/google.js'
import { app } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'
import { IdentityProvider } from '../support/identity-provider.js'
import { mailbox } from '../support/mailbox.js'

type GoogleOptions = NonNullable<Parameters<typeof google>[0]>

/** Signs in with Google as a user with these claims. */
async function signIn(claims: Record<string, unknown>, options: GoogleOptions = {}, stored?: string) {
  const idp = await IdentityProvider.start('https://accounts.google.com')
  idp.client = { id: 'client', method: 'client_secret_basic', secret: 'secret' }
  idp.user = { sub: '117', name: 'Ada', ...claims }
  const adapter = memory()
  const owner = stored && (await adapter.createUser({ email: stored, emailVerified: new Date() })).id
  const client = { clientId: 'client', clientSecret: 'secret' }
  const provider = google({ ...client, allowDangerousEmailAccountLinking: true, ...options })
  const site = app({ providers: [provider], adapter, fetch: idp.fetch })
  const browser = new Browser(site.handle)
  const begin = locationOf(await browser.post('/auth/signin/google', { callbackUrl: '/inside' }))
  const { pathname, search } = idp.authorize(begin)
  const { searchParams } = locationOf(await browser.send(pathname + search))
  const user = await adapter.getUserByAccount({ provider: 'google', providerAccountId: '117' })
  const isOwner = user !== null && user.id === owner
  return { error: searchParams.get('error'), user, isOwner, warned: site.warned }
}

const given = [
  ['of Gmail', 'ada@gmail.com', {}],
  ['of Gmail in capitals', 'Ada@GMAIL.com', {}],
  ['of a Google Workspace', 'ada@acme.example', { hd: 'acme.example' }],
] as const

const elsewhere = [
  ['of another mail service', 'ada@outlook.example', {}],
  ['of a Google Workspace whose domain is empty', 'ada@acme.example', { hd: '' }],
  ['that only begins like an e-mail address of Gmail', 'ada@gmail.com.evil.example', {}],
  ['that only ends like an e-mail address of Gmail', 'ada@notgmail.com', {}],
] as const

test.each(given)(
  'a Google account with an e-mail address %s is linked to the owner of the e-mail address',
  async (_, email, claims) => {
    const found = await signIn({ email, email_verified: true, ...claims }, {}, email.toLowerCase())
    expect(found).toMatchObject({ error: null, isOwner: true })
  },
)

test.each(elsewhere)(
  'a Google account with an e-mail address %s is not linked to a user',
  async (_, email, claims) => {
    const found = await signIn({ email, email_verified: true, ...claims }, {}, email)
    expect(found).toMatchObject({ error: 'OAuthAccountNotLinked', user: null, isOwner: false })
  },
)

test.each(elsewhere)(
  'an e-mail address %s is stored as unverified for a Google user',
  async (_, email, claims) => {
    const { user } = await signIn({ email, email_verified: true, ...claims })
    expect(user).toMatchObject({ email, emailVerified: null })
  },
)

test.each(given)(
  'an unverified e-mail address %s is not stored for a Google user',
  async (_, email, claims) => {
    const { user } = await signIn({ email, email_verified: false, ...claims }, {}, email.toLowerCase())
    expect(user).toMatchObject({ email: null, emailVerified: null })
  },
)

test('the option `verifiedEmail` can accept e-mail addresses that Google verified at account creation', async () => {
  const verifiedEmail: GoogleOptions['verifiedEmail'] = ({ email, email_verified }) =>
    email_verified ? email : null
  const email = 'ada@outlook.example'
  const found = await signIn({ email, email_verified: true }, { verifiedEmail }, email)
  expect(found).toMatchObject({ error: null, isOwner: true })
})

const ofDomain = (hd: string): GoogleOptions => ({ authorization: { params: { hd } } })

test.each([
  ['acme.example', 'acme.example'],
  ['Acme.example', 'acme.example'],
  ['*', 'acme.example'],
])('with the configured domain %s, a user of %s signs in', async (configured, hd) => {
  const found = await signIn({ email: `ada@${hd}`, email_verified: true, hd }, ofDomain(configured))
  expect(found).toMatchObject({ error: null, user: { email: `ada@${hd}` } })
})

test.each([
  ['acme.example', 'another domain', { hd: 'other.example' }, "the domain 'other.example'"],
  ['acme.example', 'no domain', {}, 'no domain'],
  ['acme.example', 'a subdomain', { hd: 'sub.acme.example' }, "the domain 'sub.acme.example'"],
  ['*', 'no domain', {}, 'no domain'],
  ['*', 'an empty domain', { hd: '' }, 'no domain'],
])('with the configured domain %s, a user of %s is rejected', async (configured, _, claims, actual) => {
  // Google does not guarantee that such an e-mail address belongs to the domain's Workspace.
  const user = { email: 'ada@acme.example', email_verified: true, ...claims }
  const found = await signIn(user, ofDomain(configured))
  expect(found).toEqual({
    error: 'OAuthCallbackError',
    user: null,
    isOwner: false,
    warned: [
      `OAuthCallbackError: The sign-in with 'google' could not be completed: The user belongs to ${actual}, but \`hd\` is '${configured}'.`,
    ],
  })
})

test.each([
  ['another browser', false],
  ['the browser that is signed in with Google', true],
])(
  'after verifying an e-mail address of another domain in %s, a user can link Google again',
  async (_, isSame) => {
    const idp = await IdentityProvider.start('https://accounts.google.com')
    idp.client = { id: 'client', method: 'client_secret_basic', secret: 'secret' }
    const email = 'ada@outlook.example'
    idp.user = { sub: '117', name: 'Ada', email, email_verified: true }
    const [adapter, box] = [memory(), mailbox()]
    const provider = google({ clientId: 'client', clientSecret: 'secret' })
    const { handle } = app({ providers: [provider, box.provider], adapter, fetch: idp.fetch })
    const withGoogle = async (browser: Browser, link: Record<string, string> = {}) => {
      const begin = locationOf(await browser.post('/auth/signin/google', { callbackUrl: '/inside', ...link }))
      const { pathname, search } = idp.authorize(begin)
      return locationOf(await browser.send(pathname + search)).searchParams.get('error')
    }
    const first = new Browser(handle)
    expect([await withGoogle(first), await withGoogle(new Browser(handle))]).toEqual([null, null])
    const owner = await adapter.getUserByEmail(email)

    const browser = isSame ? first : new Browser(handle)
    await browser.post('/auth/signin/mail', { email, callbackUrl: '/inside' })
    const params = Object.fromEntries(box.last.link.searchParams)
    await browser.post('/auth/callback/mail', { ...params, earlierLogins: 'remove' })
    expect((await browser.session()).user.email).toBe(email)
    expect((await adapter.getUserByEmail(email))?.emailVerified).not.toBeNull()

    expect(await withGoogle(new Browser(handle))).toBe('OAuthAccountNotLinked')
    expect(await withGoogle(browser, { link: 'true' })).toBeNull()
    expect(await withGoogle(new Browser(handle))).toBeNull()
    const account = { provider: 'google', providerAccountId: '117' }
    expect((await adapter.getUserByAccount(account))?.id).toBe(owner?.id)
  },
)
