// biome-ignore lint/suspicious/noTsIgnore: an application without SvelteKit must be able to compile the declarations of this file.
/** @ts-ignore */
import type { ActionFailure, RequestEvent } from '@sveltejs/kit'
import type { AuthorizationParams } from '../builder/auth.js'
import { createSvelteKitAuth } from '../frameworks/sveltekit/create-sveltekit-auth.js'
import type {
  AuthEvent,
  SignInRefusal,
  SvelteKitAuthFunction,
  SvelteKitHandle,
} from '../frameworks/sveltekit/sveltekit-auth.js'
import type { Session } from '../model/session.js'
import { type AuthConfig, buildFrom, type Configured } from './auth-config.js'
import type { SessionOf } from './callback-types.js'
import type { CompatTypes } from './models.js'

/** A configuration for SvelteKit with the option names and types of Auth.js. */
export interface SvelteKitAuthConfig extends Omit<AuthConfig, 'raw'> {}

/** Starts a sign-in. */
export interface CompatSvelteKitSignIn {
  /** The signature for a form action. The field `providerId` selects the provider. */
  (event: AuthEvent): Promise<ActionFailure<SignInRefusal>>
  /** The signature for a call in an action, an endpoint or a remote form. */
  (
    event: AuthEvent,
    provider: string,
    options?: Record<string, unknown> & { redirectTo?: string },
    authorizationParams?: AuthorizationParams,
  ): Promise<never>
}

/** Result of `SvelteKitAuth`. `Data` is the session. */
export interface SvelteKitAuthResult<Data = Session> {
  /** The hook: handles the routes below the base path, and adds `auth` to `event.locals`. */
  handle: SvelteKitHandle<CompatTypes<Data>>
  /** Starts a sign-in: as a form action, or with a provider's id. */
  signIn: CompatSvelteKitSignIn
  /** Ends the session. */
  signOut(event: AuthEvent, options?: { redirectTo?: string }): Promise<ActionFailure<SignInRefusal>>
  /** Returns the session of an event, or `null` if no user is signed in. */
  auth: SvelteKitAuthFunction<CompatTypes<Data>>
}

/**
 * Authentication for SvelteKit with a configuration of Auth.js. It shares sessions with Auth.js (`compat: 'authjs'`).
 *
 * @throws AuthConfigurationError if the configuration breaks a rule.
 *
 * @example
 * ```js
 * import GitHub from 'authwright/compat/providers/github'
 * import { SvelteKitAuth } from 'authwright/compat/sveltekit'
 *
 * export const { handle, signIn, signOut } = SvelteKitAuth({ providers: [GitHub] })
 * ```
 *
 * @see https://authjs.dev/reference/sveltekit
 */
export function SvelteKitAuth<Config extends SvelteKitAuthConfig>(
  config: Configured<Config, RequestEvent>,
): SvelteKitAuthResult<SessionOf<Config>> {
  const untyped = config as Configured<AuthConfig, never>
  return buildFrom('sveltekit', createSvelteKitAuth, untyped) as SvelteKitAuthResult<SessionOf<Config>>
}

declare global {
  namespace App {
    interface Locals {
      /** Returns the session, or `null` if no user is signed in. */
      auth(): Promise<Session | null>
    }
    interface PageData {
      session?: Session | null
    }
  }
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
