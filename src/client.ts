// As a star, so that `declare module` of this entry merges into the same interface.
export type * from './builder/register.js'
export type * from './client/client.js'
export { createClient } from './client/create-client.js'
export type { ClientPasswordResult, ClientPasswords, PasswordFailure } from './client/passwords.js'
export { ClientError } from './client/request.js'
export type { SignInFailure, SignInResult, SignInSuccess } from './client/sign-in-result.js'
// `declare module 'authwright'` does not load that module, so this export of nothing does.
export type {} from './index.js'
