/** `undefined` here, because no web standard resolves names. On Node.js, src/node/name-lookup.ts replaces this file (`imports` of package.json). */
export const lookupAddresses: ((hostname: string) => Promise<readonly string[]>) | undefined = undefined
