import { describe, expect, test } from 'vitest'
import { webauthn } from '../../../src/providers/webauthn.js'
import { locationOf } from '../../support/browser.js'
import { passkeyWorlds } from '../../support/passkeys.js'

const start = passkeyWorlds()

const registration = { action: 'register', email: 'ada@example.com' }

describe('webauthn()', () => {
  const unverified = { verified: false }
  const notRequired = { requireUserVerification: false }

  test('user verification is required by default, in the options and in the response', async () => {
    const world = await start({ key: webauthn() })
    const { authenticatorSelection } = await world.options(registration)
    expect(authenticatorSelection.userVerification).toBe('required')
    expect((await world.options({ action: 'authenticate' })).userVerification).toBe('required')
    const refused = await world.register('ada@example.com', world.browser, unverified)
    expect(locationOf(refused).searchParams.get('error')).toBe('WebAuthnVerificationError')
    await world.register()
    await world.browser.post('/auth/signout')
    const signIn = await world.use(world.browser, unverified)
    expect(locationOf(signIn).searchParams.get('error')).toBe('WebAuthnVerificationError')
    expect(await world.browser.session()).toBeNull()
  })

  test('user verification is only preferred with `requireUserVerification: false`', async () => {
    const key = webauthn({ verifyAuthenticationOptions: notRequired, verifyRegistrationOptions: notRequired })
    const world = await start({ key })
    const { authenticatorSelection } = await world.options(registration)
    expect(authenticatorSelection.userVerification).toBe('preferred')
    expect((await world.options({ action: 'authenticate' })).userVerification).toBe('preferred')
    await world.register('ada@example.com', world.browser, unverified)
    await world.browser.post('/auth/signout')
    expect(locationOf(await world.use(world.browser, unverified)).pathname).toBe('/inside')
  })

  test("user verification is required with `userVerification: 'required'`, also with `requireUserVerification: false`", async () => {
    const userVerification = 'required'
    const key = webauthn({
      authenticationOptions: { userVerification },
      registrationOptions: { authenticatorSelection: { userVerification } },
      verifyAuthenticationOptions: notRequired,
      verifyRegistrationOptions: notRequired,
    })
    const world = await start({ key })
    const refused = await world.register('ada@example.com', world.browser, unverified)
    expect(locationOf(refused).searchParams.get('error')).toBe('WebAuthnVerificationError')
    await world.register()
    await world.browser.post('/auth/signout')
    const signIn = await world.use(world.browser, unverified)
    expect(locationOf(signIn).searchParams.get('error')).toBe('WebAuthnVerificationError')
  })

  test("user verification is not requested with `userVerification: 'discouraged'` and `requireUserVerification: false`", async () => {
    const key = webauthn({
      authenticationOptions: { userVerification: 'discouraged' },
      verifyAuthenticationOptions: notRequired,
    })
    const world = await start({ key })
    expect((await world.options({ action: 'authenticate' })).userVerification).toBe('discouraged')
    const { authenticatorSelection } = await world.options(registration)
    expect(authenticatorSelection.userVerification).toBe('required')
  })
})

test('browsers get the options of the provider', async () => {
  const key = webauthn({
    authenticationOptions: { timeout: 1_000 },
    registrationOptions: {
      timeout: 2_000,
      supportedAlgorithmIDs: [-8],
      authenticatorSelection: { authenticatorAttachment: 'cross-platform', residentKey: 'discouraged' },
    },
  })
  const world = await start({ key })
  const options = await world.options(registration)
  expect(options).toMatchObject({
    timeout: 2_000,
    pubKeyCredParams: [{ alg: -8, type: 'public-key' }],
    authenticatorSelection: { authenticatorAttachment: 'cross-platform', residentKey: 'discouraged' },
  })
  expect((await world.options({ action: 'authenticate' })).timeout).toBe(1_000)
})

test('browsers get the default options without options of the provider', async () => {
  const world = await start({ key: webauthn() })
  const options = await world.options(registration)
  expect(options).toMatchObject({ timeout: 300_000, attestation: 'none' })
  expect(options.authenticatorSelection).not.toHaveProperty('authenticatorAttachment')
  expect(options.authenticatorSelection.residentKey).toBe('preferred')
  expect(options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)).toEqual(
    expect.arrayContaining([-7, -257]),
  )
  expect((await world.options({ action: 'authenticate' })).timeout).toBe(300_000)
})

test('a passkey with an algorithm that the provider does not support is refused', async () => {
  const world = await start({ key: webauthn({ registrationOptions: { supportedAlgorithmIDs: [-8] } }) })
  const refused = await world.register()
  expect(locationOf(refused).searchParams.get('error')).toBe('WebAuthnVerificationError')
})

test('two users have different user handles, and two passkeys of one user have the same', async () => {
  const world = await start({ key: webauthn() })
  const other = world.anotherBrowser()
  await world.register('ada@example.com')
  await world.register('mallory@example.com', other)
  const again = await world.options({ action: 'register' })
  const [ada, mallory] = world.authenticator.keys
  expect(again.user.id).toBe(ada?.userHandle)
  expect(mallory?.userHandle).not.toBe(ada?.userHandle)
})

test('options for the e-mail address of a user list the passkeys of this user', async () => {
  const world = await start({ key: webauthn() })
  await world.register('ada@example.com')
  await world.browser.post('/auth/signout')
  const options = await world.options({ action: 'authenticate', email: 'ada@example.com' })
  const [key] = world.authenticator.keys
  expect(options.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([key?.id])
})

test('made-up passkeys have the lengths, transports and numbers of real ones', async () => {
  const world = await start({ key: webauthn() })
  const lengths = new Set<number>()
  const transports = new Set<string>()
  const numbers: number[] = []
  for (let index = 0; index < 80; index++) {
    const { allowCredentials } = await world.options(
      { action: 'authenticate', email: `ada-${index}@example.com` },
      world.anotherBrowser(),
    )
    const [first] = allowCredentials
    lengths.add(Buffer.from(first.id, 'base64url').length)
    transports.add(first.transports.join(','))
    numbers.push(allowCredentials.length)
    expect(new Set(allowCredentials.map(({ id }: { id: string }) => id)).size).toBe(allowCredentials.length)
  }
  expect([...lengths].sort()).toEqual([16, 20, 32, 48, 64])
  expect([...transports].sort()).toEqual(['hybrid,internal', 'internal', 'nfc,usb', 'usb'])
  const pairs = numbers.filter((number) => number === 2).length
  expect(numbers.filter((number) => number === 1).length + pairs).toBe(80)
  // About a quarter of the e-mail addresses have two made-up passkeys.
  expect(pairs).toBeGreaterThan(8)
  expect(pairs).toBeLessThan(32)
})

test('a passkey without a counter signs in again at once', async () => {
  const world = await start({ counts: false })
  await world.register()
  for (let uses = 0; uses < 3; uses++) {
    await world.browser.post('/auth/signout')
    expect(locationOf(await world.use()).pathname).toBe('/inside')
  }
})

test('a registration that reports another id than the id of its credential is refused', async () => {
  const world = await start()
  const made = await world.authenticator.create(await world.options(registration))
  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('base64url')
  const refused = await world.answer('register', { ...made, id, rawId: id })
  expect(locationOf(refused).searchParams.get('error')).toBe('WebAuthnVerificationError')
  expect(world.adapter.rows.accounts).toEqual([])
})

test('a new passkey keeps only transports that are words, each once, and at most eight', async () => {
  const world = await start()
  const many = Array.from({ length: 9 }, (_, index) => `t${'abcdefghi'[index]}`)
  const transports = ['usb', 'usb', 7, null, '<script>', 'a'.repeat(21), ...many]
  await world.register('ada@example.com', world.browser, { transports })
  const [user] = world.adapter.rows.users.filter(({ email }) => email === 'ada@example.com')
  const [stored] = await world.adapter.listAuthenticatorsByUserId(String(user?.id))
  expect(stored?.transports).toBe(['usb', ...many.slice(0, 7)].join(','))
})

test('a new passkey without known transports is stored without transports', async () => {
  const world = await start()
  await world.register('ada@example.com', world.browser, { transports: [7] })
  const [user] = world.adapter.rows.users.filter(({ email }) => email === 'ada@example.com')
  const [stored] = await world.adapter.listAuthenticatorsByUserId(String(user?.id))
  expect(stored?.transports).toBeNull()
})
