// Exported with `*`, because `declare module` cannot extend interfaces that are exported by name.
export type * from './builder/register.js'
export type * from './client/client.js'
export { createClient } from './client/create-client.js'
export type { ClientPasswordResult, ClientPasswords, PasswordFailure } from './client/passwords.js'
export { ClientError } from './client/request.js'
export type { SignInFailure, SignInResult, SignInSuccess } from './client/sign-in-result.js'
// Loads the module that applications augment with `declare module 'authwright'`.
export type {} from './index.js'
