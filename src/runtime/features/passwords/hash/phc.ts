import { decodeBase64url, encodeBase64url, isBase64url } from '../../../core/crypto/base64url.js'

/**
 * `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`. The format has optional parts, but Argon2id needs all of
 * these.
 *
 * @see https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md
 */
export interface PhcHash {
  /** Name of the algorithm, such as `argon2id`. */
  readonly id: string
  readonly version: number
  /** In the order of the string. */
  readonly parameters: Readonly<Record<string, number>>
  readonly salt: Uint8Array<ArrayBuffer>
  readonly hash: Uint8Array<ArrayBuffer>
}

/** All salts and hashes in use are shorter. */
const MAX_LENGTH = 512

const number = '(?:0|[1-9][0-9]{0,9})'
const parameter = `[a-z]{1,8}=${number}`
const pattern = new RegExp(
  `^\\$([a-z][a-z0-9-]{0,31})\\$v=(${number})\\$(${parameter}(?:,${parameter}){0,7})\\$([A-Za-z0-9+/]+)\\$([A-Za-z0-9+/]+)$`,
)

/**
 * Parses a PHC string. Returns `undefined` for strings that {@link formatPhc} does not write, such as another
 * spelling of a hash.
 */
export function parsePhc(text: string): PhcHash | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const [, id, version, list, encodedSalt, encodedHash] = pattern.exec(text) ?? []
  if (id === undefined || list === undefined) return undefined
  const salt = decode(encodedSalt ?? '')
  const hash = decode(encodedHash ?? '')
  if (!salt || !hash) return undefined
  const pairs = list.split(',').map((pair) => pair.split('=') as [string, string])
  const parameters = Object.fromEntries(pairs.map(([name, value]) => [name, Number(value)]))
  if (Object.keys(parameters).length < pairs.length) return undefined
  return { id, version: Number(version), parameters, salt, hash }
}

export function formatPhc({ id, version, parameters, salt, hash }: PhcHash): string {
  const list = Object.entries(parameters).map(([name, value]) => `${name}=${value}`)
  return `$${id}$v=${version}$${list.join(',')}$${encode(salt)}$${encode(hash)}`
}

/** Encodes as Base64 without padding. */
function encode(bytes: Uint8Array): string {
  return encodeBase64url(bytes).replaceAll('-', '+').replaceAll('_', '/')
}

function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  const base64url = text.replaceAll('+', '-').replaceAll('/', '_')
  return isBase64url(base64url) ? decodeBase64url(base64url) : undefined
}
