/** What the module `node:crypto` exports. */
export type NodeCrypto = typeof import('node:crypto')

/**
 * The module `node:crypto`, at once, and not before it is used: it takes longer to load than the rest of the package, and a
 * program that imports a configuration need not serve a request, such as the workers of a build.
 *
 * @throws {Error} Where a bundler took the platform for Node.js, and it has nothing of it.
 * @see https://nodejs.org/docs/latest-v20.x/api/process.html#processgetbuiltinmoduleid
 */
export function nodeCrypto(): NodeCrypto {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> }
  const crypto = process?.getBuiltinModule?.('node:crypto')
  if (crypto) return crypto
  throw new Error(
    'This application was bundled for Node.js, and there is no node:crypto here. On Cloudflare Workers, set the compatibility flag nodejs_compat.',
  )
}
