import type { Awaitable } from '../../../model/awaitable.js'
import type { IdentifiedUser } from '../../../model/user.js'
import type { NewSession, SessionFields } from '../sessions/session-rule.js'
import type { FeatureCookies } from './context.js'
import type { FeatureIdentity } from './login.js'

/** A session that has not ended. */
export interface FeatureSession {
  /** The id of the user. */
  readonly userId: string
  /** The session strategy. */
  readonly strategy: 'jwt' | 'database'
  /** The claims of the session token, with strategy `'jwt'`. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** A rule about sessions. Rules run by phase, and within a phase by name. */
export type FeatureSessionRule = FeatureFindRule | FeatureShowRule

/** Members of every rule. */
export interface FeatureCommonRule {
  /** The name of the rule. */
  readonly name: string
  /** Returns `end`, the latest end of a new session, in whole seconds since 1970. */
  begin?(login: {
    readonly identity: FeatureIdentity
    readonly user: IdentifiedUser
    readonly isNewUser: boolean
  }): Awaitable<SessionFields>
  /**
   * Wraps the storing of a new session, and must call `create`. If it throws, the sign-in fails, and an
   * inserted session is removed.
   */
  around?(session: NewSession, create: () => Promise<void>): Promise<void>
}

/** A rule about which sessions are valid. */
export interface FeatureFindRule extends FeatureCommonRule {
  /** The rule runs when the session of a request is looked up. */
  readonly phase: 'find'
  /** Called each time the session of a request is looked up. */
  admit?(session: FeatureSession, exchange: { readonly cookies: FeatureCookies }): Awaitable<'keep' | 'end'>
}

/** A rule that changes or ends a session before the application sees it. */
export interface FeatureShowRule extends FeatureCommonRule {
  /** The rule runs before the application gets a session. */
  readonly phase: 'show'
  /**
   * Called before the application gets a session. With strategy `'jwt'`, `claims` replaces all claims except `sub`,
   * `iat` and `exp`: return `{ claims: { ...session.claims, … } }`. With strategy `'database'`, it has no effect.
   */
  admit?(session: FeatureSession): Awaitable<'keep' | 'end' | { readonly claims: Record<string, unknown> }>
}
