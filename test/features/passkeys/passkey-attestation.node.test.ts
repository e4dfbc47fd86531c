import { KeyObject, sign } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { passkey } from '../../../src/providers/passkey.js'
import type { Attestation, AttestedKey } from '../../support/authenticator.js'
import { locationOf } from '../../support/browser.js'
import { passkeyWorlds } from '../../support/passkeys.js'

const start = passkeyWorlds()

afterEach(() => {
  vi.unstubAllGlobals()
})

/** An internal URL to which an attacker tries to make the server send a request. */
const INSIDE = 'http://169.254.169.254/latest/meta-data/'

/** DER. @see https://www.itu.int/rec/T-REC-X.690 */
function der(tag: number, ...parts: readonly (Uint8Array | readonly number[] | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...parts: readonly (Uint8Array | readonly number[])[]): Buffer => der(0x30, ...parts)
const ECDSA_SHA256 = sequence(der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]))
const nameOf = (name: string): Buffer =>
  sequence(der(0x31, sequence(der(0x06, [0x55, 0x04, 0x03]), der(0x0c, name))))

interface Certified {
  readonly subject: string
  readonly issuer: string
  readonly key: CryptoKey
  readonly signer: CryptoKey
  readonly extensions: readonly Buffer[]
}

/** @see https://www.rfc-editor.org/rfc/rfc5280.html#section-4.1 */
async function certificate({ subject, issuer, key, signer, extensions }: Certified): Promise<Buffer> {
  const body = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    ECDSA_SHA256,
    nameOf(issuer),
    sequence(der(0x17, '200101000000Z'), der(0x17, '490101000000Z')),
    nameOf(subject),
    Buffer.from(await crypto.subtle.exportKey('spki', key)),
    der(0xa3, sequence(...extensions)),
  )
  return sequence(body, ECDSA_SHA256, der(0x03, [0], sign('sha256', body, KeyObject.from(signer))))
}

/**
 * The URL of a list of revoked certificates. @see
 * https://www.rfc-editor.org/rfc/rfc5280.html#section-4.2.1.13
 */
const revocationList = (address: string): Buffer =>
  sequence(
    der(0x06, [0x55, 0x1d, 0x1f]),
    der(0x04, sequence(sequence(der(0xa0, der(0xa0, der(0x86, address)))))),
  )

/** @see https://source.android.com/docs/security/features/keystore/attestation#schema */
const keyDescription = (challenge: Uint8Array): Buffer =>
  sequence(
    der(0x06, [0x2b, 0x06, 0x01, 0x04, 0x01, 0xd6, 0x79, 0x02, 0x01, 0x11]),
    der(
      0x04,
      sequence(
        ...[der(0x02, [3]), der(0x0a, [1]), der(0x02, [4]), der(0x0a, [1])],
        ...[der(0x04, challenge), der(0x04), sequence(), sequence()],
      ),
    ),
  )

/** An attestation by an authority of the attacker. Its certificate contains a URL. */
async function androidKey({ pair, clientDataHash }: AttestedKey): Promise<Attestation> {
  const authority = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])
  const { publicKey, privateKey } = authority as CryptoKeyPair
  const of = { issuer: 'Authority', signer: privateKey }
  const root = await certificate({ ...of, subject: 'Authority', key: publicKey, extensions: [] })
  const extensions = [revocationList(INSIDE), keyDescription(clientDataHash)]
  const leaf = await certificate({ ...of, subject: 'Key', key: pair.publicKey, extensions })
  return [
    'android-key',
    new Map<string, unknown>([
      ['alg', -7],
      ['sig', new Uint8Array(70)],
      ['x5c', [new Uint8Array(leaf), new Uint8Array(root)]],
    ]),
  ]
}

test('an attestation that was not requested causes no outgoing request', async () => {
  const world = await start()
  const fetched = vi.fn(async () => new Response('', { status: 404 }))
  vi.stubGlobal('fetch', fetched)
  await world.register('ada@example.com', world.browser, { attest: androidKey })
  expect(fetched.mock.calls).toEqual([])
})

test('an attestation that was not requested is not verified', async () => {
  const world = await start()
  const attest = async (): Promise<Attestation> => ['packed', new Map([['x5c', [new Uint8Array(9)]]])]
  const response = await world.register('ada@example.com', world.browser, { attest })
  expect(locationOf(response).pathname).toBe('/inside')
  await world.browser.post('/auth/signout')
  expect(locationOf(await world.use()).pathname).toBe('/inside')
})

test('an attestation that was requested is verified', async () => {
  const world = await start({ key: passkey({ registrationOptions: { attestationType: 'direct' } }) })
  const attest = async (): Promise<Attestation> => ['packed', new Map([['x5c', [new Uint8Array(9)]]])]
  const response = await world.register('ada@example.com', world.browser, { attest })
  expect(locationOf(response).searchParams.get('error')).toBe('WebAuthnVerificationError')
})

test('passkey() with an attestation still requires a discoverable passkey and user verification', async () => {
  const key = passkey({
    registrationOptions: { attestationType: 'direct', authenticatorSelection: { residentKey: undefined } },
    authenticationOptions: { timeout: 60_000 },
  })
  const world = await start({ key })
  const registration = await world.options({ action: 'register', email: 'ada@example.com' })
  expect(registration.attestation).toBe('direct')
  expect(registration.authenticatorSelection).toMatchObject({
    residentKey: 'required',
    userVerification: 'required',
  })
  expect(await world.options({ action: 'authenticate' })).toMatchObject({
    timeout: 60_000,
    userVerification: 'required',
  })
})
