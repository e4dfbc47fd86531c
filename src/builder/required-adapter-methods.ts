/* The methods that adapters need. Both the types and the checks at run time use these lists. */

export const sessionMethods = [
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
] as const

export const oauthMethods = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'linkAccount',
] as const

export const emailMethods = [
  'createUser',
  'getUserByEmail',
  'updateUser',
  'createVerificationToken',
  'useVerificationToken',
] as const

export const webauthnMethods = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'linkAccount',
  'getAccount',
  'createAuthenticator',
  'getAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
] as const

export const passwordMethods = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'updateUser',
  'listAccountsByUserId',
  'deleteLoginsByUserId',
  'getPassword',
  'setPasswordIf',
  'deletePasswordIf',
] as const

export type SessionMethods = typeof sessionMethods
export type PasswordMethods = typeof passwordMethods
export type OAuthMethods = typeof oauthMethods
export type EmailMethods = typeof emailMethods
export type WebAuthnMethods = typeof webauthnMethods

/**
 * The result is one string rather than a union, because TypeScript truncates long unions, and their order differs
 * between versions.
 */
export type Missing<
  Methods extends readonly string[],
  Has,
  List extends string = '',
> = Methods extends readonly [infer Method extends string, ...infer Rest extends readonly string[]]
  ? Missing<Rest, Has, Method extends Has ? List : List extends '' ? Method : `${List}, ${Method}`>
  : List
