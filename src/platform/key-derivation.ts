/** Cost of Argon2id. @see https://www.rfc-editor.org/rfc/rfc9106.html#section-3.1 */
export interface Argon2Cost {
  /** In KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** Cost of scrypt. @see https://www.rfc-editor.org/rfc/rfc7914.html#section-2 */
export interface ScryptCost {
  /** `N`, a power of two. */
  readonly cost: number
  /** `r` */
  readonly blockSize: number
  /** `p` */
  readonly parallelization: number
}

/** Password hashing functions that no web standard contains. They run outside the thread of JavaScript. */
export interface KeyDerivation {
  /** Number of concurrent derivations; `undefined` if it is unknown. */
  threads(): number | undefined
  /** @throws {Error} If there is no Argon2. The message names the package to install. */
  argon2id(password: Uint8Array, salt: Uint8Array, length: number, cost: Argon2Cost): Promise<Uint8Array>
  scrypt(password: Uint8Array, salt: Uint8Array, length: number, cost: ScryptCost): Promise<Uint8Array>
  /**
   * Whether a password matches a bcrypt hash.
   *
   * @param password - At most 72 bytes.
   * @throws {Error} If there is no bcrypt. The message names the package to install.
   */
  bcrypt(password: Uint8Array, stored: string): Promise<boolean>
}

/**
 * `undefined` here, because edge runtimes do not load native modules, and Cloudflare Workers does not compile
 * WebAssembly at run time. On Node.js, `imports` of package.json replaces this file with
 * src/node/key-derivation.ts.
 */
export const keyDerivation: KeyDerivation | undefined = undefined
