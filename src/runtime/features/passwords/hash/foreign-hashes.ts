import { keyDerivation } from '#key-derivation'
import type { ScryptCost } from '../../../../platform/key-derivation.js'
import { requireAffordableBcrypt, requireAffordablePbkdf2 } from './cost-limits.js'
import { utf8 } from './password-text.js'
import { isEqual, type StoredHash, UnreadableHash } from './stored-hash.js'

/**
 * Reads a hash of another library. Returns `undefined` for unknown formats. Throws `UnreadableHash` if the
 * parameters are too large.
 */
export function storedForeignHash(stored: string): StoredHash | undefined {
  return bcrypt(stored) ?? scrypt(stored) ?? django(stored) ?? aspNetIdentity(stored)
}

/** bcrypt ignores the part of a password after this length. */
const BCRYPT_MAX_BYTES = 72

/**
 * Reads a bcrypt hash. `$2x$` is not supported: it marks hashes from a version of crypt_blowfish with a bug.
 */
function bcrypt(stored: string): StoredHash | undefined {
  const [, cost] = /^\$2[aby]\$([0-9]{2})\$[./A-Za-z0-9]{53}$/.exec(stored) ?? []
  if (cost === undefined) return undefined
  requireAffordableBcrypt(Number(cost))
  return {
    isCurrent: false,
    maxBytes: BCRYPT_MAX_BYTES,
    async matches(password) {
      if (!keyDerivation) throw unsupported('bcrypt')
      const bytes = utf8(password).subarray(0, BCRYPT_MAX_BYTES)
      return keyDerivation.bcrypt(bytes, stored).catch((cause: Error) => {
        throw new UnreadableHash(cause.message, { cause })
      })
    },
  }
}

/** The parameters of Better Auth. Its salt is the hexadecimal string, not the decoded bytes. */
const betterAuth: ScryptCost = { cost: 2 ** 14, blockSize: 16, parallelization: 1 }

/** The parameters in files that `npx authwright add password` wrote before `password()` existed. */
const addCommand: ScryptCost = { cost: 2 ** 17, blockSize: 8, parallelization: 1 }

/** Reads a scrypt hash of the form `<salt>:<key>`, in base64 or hexadecimal digits. */
function scrypt(stored: string): StoredHash | undefined {
  const [salt = '', key = ''] = stored.split(':')
  if (/^[0-9a-f]{32}:[0-9a-f]{128}$/.test(stored)) {
    return scryptHash(utf8(salt), fromHex(key), betterAuth)
  }
  if (/^[A-Za-z0-9+/]{22}==:[A-Za-z0-9+/]{43}=$/.test(stored)) {
    return scryptHash(fromBase64(salt), fromBase64(key), addCommand)
  }
  return undefined
}

function scryptHash(salt: Uint8Array, key: Uint8Array, cost: ScryptCost): StoredHash {
  return foreign(async (password) => {
    if (!keyDerivation) throw unsupported('scrypt')
    return isEqual(await keyDerivation.scrypt(utf8(password), salt, key.length, cost), key)
  })
}

const djangoPattern =
  /^pbkdf2_(sha1|sha256)\$([1-9][0-9]{0,9})\$([^$]{1,128})\$([A-Za-z0-9+/]{27}(?:[A-Za-z0-9+/]{16})?=)$/

/**
 * Reads a hash of Django: `pbkdf2_<hash>$<iterations>$<salt>$<key>`, the key in base64.
 *
 * @see https://docs.djangoproject.com/en/stable/topics/auth/passwords/#how-django-stores-passwords
 */
function django(stored: string): StoredHash | undefined {
  const [, name, iterations, salt = '', key = ''] = djangoPattern.exec(stored) ?? []
  if (name === undefined) return undefined
  const hash = name === 'sha1' ? 'SHA-1' : 'SHA-256'
  return pbkdf2(hash, Number(iterations), utf8(salt), fromBase64(key))
}

const digestBytes = { 'SHA-1': 20, 'SHA-256': 32, 'SHA-512': 64 } as const

const aspNetPattern =
  /^AQ[A-Za-z0-9+/]{2}(?:[A-Za-z0-9+/]{4}){14,127}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const aspNetHashes = ['SHA-1', 'SHA-256', 'SHA-512'] as const

/**
 * Reads a hash of version 3 of ASP.NET Core Identity, in base64: the byte 1, then the hash function, the
 * iterations and the length of the salt as big-endian 32-bit integers, the salt, and the key.
 *
 * @see https://github.com/dotnet/aspnetcore/blob/main/src/Identity/Extensions.Core/src/PasswordHasher.cs
 */
function aspNetIdentity(stored: string): StoredHash | undefined {
  if (!aspNetPattern.test(stored)) return undefined
  const bytes = fromBase64(stored)
  const header = new DataView(bytes.buffer, 1, 12)
  const algorithm = aspNetHashes[header.getUint32(0)]
  const iterations = header.getUint32(4)
  const saltLength = header.getUint32(8)
  const key = bytes.subarray(13 + saltLength)
  // ASP.NET Core refuses a shorter salt or key, too.
  if (algorithm === undefined || iterations === 0 || saltLength < 16 || key.length < 16) return undefined
  return pbkdf2(algorithm, iterations, bytes.subarray(13, 13 + saltLength), key)
}

function pbkdf2(
  hash: keyof typeof digestBytes,
  iterations: number,
  salt: Uint8Array<ArrayBuffer>,
  key: Uint8Array,
): StoredHash {
  requireAffordablePbkdf2(iterations, Math.ceil(key.length / digestBytes[hash]))
  return foreign(async (password) => {
    const base = await crypto.subtle.importKey('raw', utf8(password), 'PBKDF2', false, ['deriveBits'])
    const parameters = { name: 'PBKDF2', hash, iterations, salt }
    const bits = await crypto.subtle.deriveBits(parameters, base, key.length * 8).catch((cause: unknown) => {
      throw new UnreadableHash(`This platform cannot derive a PBKDF2 key with ${iterations} iterations.`, {
        cause,
      })
    })
    return isEqual(new Uint8Array(bits), key)
  })
}

function foreign(matches: StoredHash['matches']): StoredHash {
  return { isCurrent: false, matches }
}

function unsupported(algorithm: string): UnreadableHash {
  return new UnreadableHash(
    `A stored password hash uses ${algorithm}, which this platform does not support. Pass functions that can check it in \`password({ hash })\`.`,
  )
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
