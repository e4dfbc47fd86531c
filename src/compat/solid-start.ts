import { createSolidStartAuth } from '../frameworks/solid-start/create-solid-start-auth.js'
import type { SolidStartHandler } from '../frameworks/solid-start/solid-start-auth.js'
import type { Session } from '../model/session.js'
import { type AuthConfig, buildFrom } from './auth-config.js'
import type { SessionOf } from './callback-types.js'

/** A configuration for SolidStart, with the option names and the types of Auth.js. */
export interface SolidAuthConfig extends Omit<AuthConfig, 'raw'> {
  /** The path of the routes. Default: `/api/auth`. */
  prefix?: string | undefined
}

/** What `SolidAuth` returns: the handlers of the catch-all route, and the session of a request. */
export interface SolidAuthResult<Data = Session> {
  GET: SolidStartHandler
  POST: SolidStartHandler
  getSession(request?: Request): Promise<Data | null>
}

/**
 * Authentication for SolidStart with the configuration of Auth.js. It shares sessions with Auth.js (`compat: 'authjs'`), so that an application moves by its
 * imports.
 *
 * @throws AuthConfigurationError when the configuration breaks a rule.
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
  return buildFrom('solid-start', createSolidStartAuth, config as AuthConfig) as SolidAuthResult<
    SessionOf<Config>
  >
}

/** What `getSession` returns. */
export type GetSessionResult = Promise<Session | null>

/**
 * The session of a request, or `null` where no user is signed in.
 *
 * @param options - What `SolidAuth` returned, which knows of sessions that were ended, or its configuration, which starts anew with each call.
 * @throws AuthConfigurationError when the configuration breaks a rule.
 */
export function getSession<Data = Session>(
  request: Request,
  options: SolidAuthResult<Data> | (Omit<SolidAuthConfig, 'raw'> & { readonly GET?: never }),
): Promise<Data | null> {
  const { getSession: read } =
    'getSession' in options ? options : (SolidAuth(options) as unknown as SolidAuthResult<Data>)
  return read(request)
}

// The interfaces that an application may augment, so that `declare module` of this entry merges into the same ones. An alias would not merge.
export { AuthError, CredentialsSignin } from '../errors.js'
export type {} from '../index.js'
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
