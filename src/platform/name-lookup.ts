/**
 * The IP addresses that a host name resolves to. `undefined` here: no web standard tells them. `imports` of package.json puts
 * src/node/name-lookup.ts in its place on Node.js.
 */
export const lookupAddresses: ((hostname: string) => Promise<readonly string[]>) | undefined = undefined
