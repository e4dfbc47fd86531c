import { compactVerify } from 'jose/jws/compact/verify'
import { InvalidProvider } from '../../../errors.js'
import { macAlgorithms } from '../../../providers/kinds/mac-algorithms.js'
import { printable } from '../../core/base/printable.js'
import type { CachedDocument } from '../../core/http/cached-document.js'
import { clientSecretOf } from '../oauth/client-credentials.js'
import type { Jws } from '../oauth/jws.js'
import type { TokenResponseContext } from '../oauth/openid-extension.js'
import type { ReadyOAuthProvider } from '../oauth/provider.js'
import type { Problem } from './id-and-logout-token-checks.js'
import type { SigningKeys } from './jwks.js'

/**
 * @see https://www.rfc-editor.org/rfc/rfc7518.html#section-3.1
 * @see https://www.rfc-editor.org/rfc/rfc9864.html#section-2.2
 */
export const signatureHashes: ReadonlyMap<string, 'SHA-256' | 'SHA-384' | 'SHA-512'> = new Map([
  ...(['RS256', 'PS256', 'ES256'] as const).map((alg) => [alg, 'SHA-256'] as const),
  ...(['RS384', 'PS384', 'ES384'] as const).map((alg) => [alg, 'SHA-384'] as const),
  ...(['RS512', 'PS512', 'ES512', 'Ed25519', 'EdDSA'] as const).map((alg) => [alg, 'SHA-512'] as const),
])

/**
 * Rejects an unexpected algorithm. The algorithm must be the configured one or, if none is configured, one
 * that the issuer publishes. MAC algorithms in the metadata are ignored. They must be configured.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8725.html#section-3.1
 */
export function idTokenAlgorithm(
  { header: { alg } }: Jws,
  { provider, metadata }: Pick<TokenResponseContext, 'provider' | 'metadata'>,
): Problem {
  const { id_token_signing_alg_values_supported: published } = metadata
  const { id_token_signed_response_alg: configured } = provider.client ?? {}
  const accepted = (Array.isArray(published) ? published : ['RS256']).filter((name) =>
    signatureHashes.has(name),
  )
  const isExpected = configured === undefined ? accepted.includes(alg) : alg === configured
  return (
    !isExpected &&
    `its algorithm is '${printable(alg)}', which is not accepted. \`client.id_token_signed_response_alg\` sets the accepted algorithm`
  )
}

/**
 * Verifies the signature or MAC of a token. If no cached key verifies the signature, the issuer may have
 * rotated its keys, so they are fetched again.
 *
 * @param configured - The configured algorithm. The header of the token must not decide between a signature
 * and a MAC.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#RotateSigningKeys
 * @see https://www.rfc-editor.org/rfc/rfc8725.html#section-2.1
 */
export async function verifyJws(
  jws: Jws,
  configured: string | undefined,
  provider: ReadyOAuthProvider,
  jwks: CachedDocument<SigningKeys>,
): Promise<void> {
  if (isMacAlgorithm(configured)) {
    await compactVerify(jws.token, macKey(provider, configured), { algorithms: [configured] }).catch(() => {
      throw new Error('The MAC does not match the client secret.')
    })
    return
  }
  const cached = await jwks.current()
  try {
    await verifySignature(jws, cached)
  } catch {
    await verifySignature(jws, await jwks.newerThan(cached))
  }
}

export async function verifySignature(
  { token, signature }: Pick<Jws, 'token' | 'signature'>,
  keys: SigningKeys,
): Promise<void> {
  const { key } = await compactVerify(token, keys, { algorithms: [...signatureHashes.keys()] }).catch(
    (error: Error) => {
      throw new Error(`No key of the issuer verifies the signature: ${error.message}.`)
    },
  )
  if (!hasFullLength(signature, key as CryptoKey)) throw new Error('The signature is shorter than its key.')
}

/**
 * Whether an RSA signature has its full length. Some runtimes also accept a signature without its leading
 * zeros.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8017.html#section-8.1.2
 */
function hasFullLength({ length }: Uint8Array, { algorithm }: Pick<CryptoKey, 'algorithm'>): boolean {
  const { modulusLength } = algorithm as Partial<RsaKeyAlgorithm>
  return modulusLength === undefined || length === Math.ceil(modulusLength / 8)
}

const algorithmOptions = ['id_token_signed_response_alg', 'userinfo_signed_response_alg'] as const

export function requireMacKeys(provider: ReadyOAuthProvider): void {
  for (const option of algorithmOptions) {
    const alg = provider.client?.[option]
    if (isMacAlgorithm(alg)) macKey(provider, alg)
  }
}

export function isMacAlgorithm(alg: string | undefined): alg is string {
  return macAlgorithms.has(alg)
}

/** @see https://openid.net/specs/openid-connect-core-1_0.html#SymmetricKeyEntropy */
function macKey(provider: ReadyOAuthProvider, alg: string): Uint8Array<ArrayBuffer> {
  const key = new TextEncoder().encode(clientSecretOf(provider))
  const minLength = Number(alg.slice(2)) / 8
  if (key.length >= minLength) return key
  const options = algorithmOptions.filter((option) => provider.client?.[option] === alg)
  const names = options.map((option) => `\`client.${option}\``).join(' and ')
  throw new InvalidProvider(
    `The client secret of '${provider.id}' has ${key.length} bytes, and ${alg} needs ${minLength}: create a longer secret at the provider, or set ${names} to an algorithm with a key pair, such as 'RS256'.`,
  )
}
