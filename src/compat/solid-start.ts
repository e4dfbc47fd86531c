import { createSolidStartAuth } from '../frameworks/solid-start/create-solid-start-auth.js'
import type { SolidStartHandler } from '../frameworks/solid-start/solid-start-auth.js'
import type { Session } from '../model/session.js'
import { type AuthConfig, buildFrom } from './auth-config.js'
import type { SessionOf } from './callback-types.js'

/** A configuration for SolidStart with the option names and types of Auth.js. */
export interface SolidAuthConfig extends Omit<AuthConfig, 'raw'> {
  /** Base path of the routes. Default: the path of `AUTH_URL` if it has one, otherwise `/api/auth`. `basePath` takes precedence. */
  prefix?: string | undefined
}

/** Result of `SolidAuth`. */
export interface SolidAuthResult<Data = Session> {
  /** Handles the GET requests of the route `[...solidauth]`. */
  GET: SolidStartHandler
  /** Handles the POST requests of the route `[...solidauth]`. */
  POST: SolidStartHandler
  /** Returns the session, or `null` if no user is signed in. Default: the session of the current request. */
  getSession(request?: Request): Promise<Data | null>
}

/**
 * Authentication for SolidStart with a configuration of Auth.js. It shares sessions with Auth.js (`compat: 'authjs'`).
 *
 * @throws AuthConfigurationError if the configuration breaks a rule.
 *
 * @example
 * ```ts
 * import GitHub from 'authwright/compat/providers/github'
 * import { SolidAuth } from 'authwright/compat/solid-start'
 *
 * export const { GET, POST } = SolidAuth({ providers: [GitHub] })
 * ```
 *
 * @see https://authjs.dev/reference/solid-start
 */
export function SolidAuth<Config extends SolidAuthConfig>(
  config: Config,
): SolidAuthResult<SessionOf<Config>> {
  return buildFrom('solid-start', createSolidStartAuth, config) as SolidAuthResult<SessionOf<Config>>
}

/** Result of `getSession`. */
export type GetSessionResult = Promise<Session | null>

/** Returns the session of the request, or `null` if no user is signed in. */
export function getSession<Data>(request: Request, auth: SolidAuthResult<Data>): Promise<Data | null>
/** Checks and builds the configuration again for each call. */
export function getSession<Config extends SolidAuthConfig>(
  request: Request,
  config: Config,
): Promise<SessionOf<Config> | null>
export async function getSession(
  request: Request,
  options: SolidAuthResult<unknown> | SolidAuthConfig,
): Promise<unknown> {
  const auth = 'getSession' in options ? options : SolidAuth(options)
  return auth.getSession(request)
}

export { AuthError, CredentialsSignin } from '../errors.js'
export type {} from '../index.js'
// These types are interfaces, because `declare module` cannot augment a type alias.
export type { DefaultSession, Session } from '../model/session.js'
export type { IdentifiedUser, Profile, User } from '../model/user.js'
export { customFetch } from '../providers/kinds/custom-fetch.js'
export type {
  Account,
  AdapterAccountType,
  AdapterUser,
  DefaultUser,
  ISODateString,
  JWT,
  SessionStrategy,
} from './models.js'
