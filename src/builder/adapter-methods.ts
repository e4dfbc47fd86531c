/*
 * The methods of an adapter that a strategy or a kind of provider needs, once for the types and for
 * the checks at run time.
 */

/** The methods that strategy `'database'` needs. */
export const sessionMethods = [
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
] as const

/** The methods that OAuth and OpenID Connect providers need where there is an adapter. */
export const oauthMethods = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'linkAccount',
] as const

/** The methods that e-mail providers need. */
export const emailMethods = [
  'createUser',
  'getUserByEmail',
  'updateUser',
  'createVerificationToken',
  'useVerificationToken',
] as const

/** The methods that WebAuthn providers need. */
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

export type SessionMethods = typeof sessionMethods
export type OAuthMethods = typeof oauthMethods
export type EmailMethods = typeof emailMethods
export type WebAuthnMethods = typeof webauthnMethods

/**
 * The names of the methods that `Has` does not name, as one string: `'createSession, deleteSession'`.
 *
 * One string rather than a union, because compilers truncate long unions and order them differently.
 */
export type Missing<
  Methods extends readonly string[],
  Has,
  List extends string = '',
> = Methods extends readonly [infer Method extends string, ...infer Rest extends readonly string[]]
  ? Missing<Rest, Has, Method extends Has ? List : List extends '' ? Method : `${List}, ${Method}`>
  : List
