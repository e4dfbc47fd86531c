export type * from './client/client.js'
export { ClientError } from './client/client-error.js'
export type * from './client/client-types.js'
export { createClient } from './client/create-client.js'
export type * from './client/sign-in-result.js'
// Who writes `declare module 'authwright'` need not import it besides.
export type { Register } from './index.js'
