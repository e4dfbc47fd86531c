/** What the module `node:crypto` exports. */
export type NodeCrypto = typeof import('node:crypto')

/**
 * The module `node:crypto`, at once, and not before it is used: it takes longer to load than the rest of the package, and a
 * program that imports a configuration need not serve a request, such as the workers of a build.
 *
 * @see https://nodejs.org/docs/latest-v20.x/api/process.html#processgetbuiltinmoduleid
 */
export function nodeCrypto(): NodeCrypto {
  return process.getBuiltinModule('node:crypto')
}
