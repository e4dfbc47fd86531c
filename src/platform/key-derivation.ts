/** @see https://www.rfc-editor.org/rfc/rfc9106.html#section-3.1 */
export interface Argon2Cost {
  /** In KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** @see https://www.rfc-editor.org/rfc/rfc7914.html#section-2 */
export interface ScryptCost {
  readonly cost: number
  readonly blockSize: number
  readonly parallelization: number
}

export interface KeyDerivation {
  /** `undefined` if the number is unknown. */
  processors(): number | undefined
  argon2id(password: Uint8Array, salt: Uint8Array, length: number, cost: Argon2Cost): Promise<Uint8Array>
  scrypt(password: Uint8Array, salt: Uint8Array, length: number, cost: ScryptCost): Promise<Uint8Array>
  /** @param password - At most 72 bytes. */
  bcrypt(password: Uint8Array, stored: string): Promise<boolean>
}

/**
 * `undefined` here: edge runtimes load no native modules, and Cloudflare Workers compiles no WebAssembly at
 * run time. On Node.js, `imports` of package.json replaces this file with src/node/key-derivation.ts.
 */
export const keyDerivation: KeyDerivation | undefined = undefined
