import { compactDecrypt } from 'jose/jwe/compact/decrypt'

const options = {
  keyManagementAlgorithms: ['dir'],
  contentEncryptionAlgorithms: ['A256CBC-HS512', 'A256GCM'],
}

/**
 * Decrypts a token whose protected header is not the one that our own encryption writes: without `kid`, with members in another
 * order, or with more of them. `undefined` if no key fits, or the token is altered or compressed.
 *
 * @param keyFor - The key for the `enc` and the `kid` of a header.
 * @see https://www.rfc-editor.org/rfc/rfc7516.html#section-5.2
 */
export async function decryptByHeader(
  token: string,
  keyFor: (enc: unknown, kid: unknown) => Uint8Array | undefined,
): Promise<string | undefined> {
  try {
    const { plaintext } = await compactDecrypt(
      token,
      ({ enc, kid, zip }: Readonly<Record<string, unknown>>) => {
        const key = zip === undefined ? keyFor(enc, kid) : undefined
        if (!key) throw new Error('No key fits the header.')
        return key
      },
      options,
    )
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(plaintext)
  } catch {
    return undefined
  }
}
