import { AuthError } from '../errors.js'
import type { Argon2Cost, KeyDerivation } from '../platform/key-derivation.js'
import { isMissingPackage } from '../platform/missing-package.js'
import { nodeCrypto } from './crypto.js'

/** @see https://nodejs.org/api/crypto.html#cryptoargon2algorithm-parameters-callback */
interface NodeArgon2 {
  argon2?: (
    algorithm: 'argon2id',
    parameters: Argon2Cost & { message: Uint8Array; nonce: Uint8Array; tagLength: number },
    callback: (error: Error | null, key: Uint8Array) => void,
  ) => void
}

type Argon2Input = Parameters<KeyDerivation['argon2id']>

export const keyDerivation: KeyDerivation | undefined = {
  processors() {
    // A bundler may have resolved the condition `node` for a platform without `node:os`.
    const { process } = globalThis as { process?: Partial<NodeJS.Process> }
    const os = process?.getBuiltinModule?.('node:os')
    return os?.availableParallelism()
  },
  async argon2id(...input) {
    return (await nodeArgon2id(...input)) ?? packageArgon2id(...input)
  },
  async scrypt(password, salt, length, { cost, blockSize, parallelization }) {
    // Node.js refuses more than 32 MiB unless `maxmem` allows it.
    const maxmem = 128 * blockSize * (cost + parallelization + 2) + 1024
    return new Promise((resolve, reject) => {
      nodeCrypto().scrypt(
        password,
        salt,
        length,
        { cost, blockSize, parallelization, maxmem },
        (error, key) => (error ? reject(error) : resolve(key)),
      )
    })
  },
  async bcrypt(password, stored) {
    const { verify } = await importBcrypt()
    return verify(password, stored)
  },
}

/** Returns `undefined` if Node.js has no Argon2: before version 24.7, or built with OpenSSL before 3.2. */
async function nodeArgon2id(...[password, salt, length, cost]: Argon2Input): Promise<Uint8Array | undefined> {
  const { argon2 } = nodeCrypto() as NodeArgon2
  if (!argon2) return undefined
  const parameters = { ...cost, message: password, nonce: salt, tagLength: length }
  try {
    return await new Promise((resolve, reject) => {
      argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)))
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_CRYPTO_ARGON2_NOT_SUPPORTED') return undefined
    throw error
  }
}

async function packageArgon2id(...[password, salt, length, cost]: Argon2Input): Promise<Uint8Array> {
  const { hashRaw } = await importArgon2()
  const { memory: memoryCost, passes: timeCost, parallelism } = cost
  // 2 means Argon2id. The package declares the enumeration only as a type.
  return hashRaw(password, { algorithm: 2, memoryCost, timeCost, parallelism, outputLen: length, salt })
}

// Bundlers treat an import as optional only inside `try`.
async function importArgon2(): Promise<typeof import('@node-rs/argon2')> {
  try {
    return await import('@node-rs/argon2')
  } catch (cause) {
    throw new AuthError(
      isMissingPackage('@node-rs/argon2', cause)
        ? 'Passwords need Argon2, which node:crypto of this runtime does not have. Use Node.js 24.7 or later, or run "npm install @node-rs/argon2".'
        : `Passwords need Argon2, but ${broken('@node-rs/argon2')}`,
      { cause: { err: cause as Error } },
    )
  }
}

async function importBcrypt(): Promise<typeof import('@node-rs/bcrypt')> {
  try {
    return await import('@node-rs/bcrypt')
  } catch (cause) {
    throw new Error(
      isMissingPackage('@node-rs/bcrypt', cause)
        ? 'A stored password hash uses bcrypt. To check it, run "npm install @node-rs/bcrypt".'
        : `A stored password hash uses bcrypt, but ${broken('@node-rs/bcrypt')}`,
      { cause },
    )
  }
}

function broken(name: string): string {
  return `the installed package ${name} cannot be loaded. Delete node_modules and run "npm install" on the platform of the server, so that its native module is installed.`
}
