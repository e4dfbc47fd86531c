/**
 * `undefined` here, because no web standard resolves names. On Node.js, `imports` of package.json replaces
 * this file with src/node/name-lookup.ts.
 */
export const lookupAddresses: ((hostname: string) => Promise<readonly string[]>) | undefined = undefined
