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
  /** With strategy `'jwt'`. */
  readonly claims?: Readonly<Record<string, unknown>>
}

/** A rule about sessions. Rules run by phase, and those of one phase by name. */
export type FeatureSessionRule = FeatureFindRule | FeatureShowRule

/** Members of every rule. */
export interface FeatureCommonRule {
  /** The name of the rule. */
  readonly name: string
  /** Returns when a session that is about to begin must end at the latest, in whole seconds since 1970. */
  begin?(login: {
    readonly identity: FeatureIdentity
    readonly user: IdentifiedUser
    readonly isNewUser: boolean
  }): Awaitable<SessionFields>
  /**
   * Runs around the insert of a session, and must call `create`. If it throws, the sign-in fails, and a session that was inserted is
   * removed.
   */
  around?(session: NewSession, create: () => Promise<void>): Promise<void>
}

/** A rule about which sessions are valid. */
export interface FeatureFindRule extends FeatureCommonRule {
  /** `'find'`. */
  readonly phase: 'find'
  /** Called each time the session of a request is looked up. A session that ends here is revoked. */
  admit?(session: FeatureSession, exchange: { readonly cookies: FeatureCookies }): Awaitable<'keep' | 'end'>
}

/** A rule about what a session holds. */
export interface FeatureShowRule extends FeatureCommonRule {
  /** `'show'`. */
  readonly phase: 'show'
  /** Called before a session is shown to the application. New claims, with strategy `'jwt'`, are stored. */
  admit?(session: FeatureSession): Awaitable<'keep' | 'end' | { readonly claims: Record<string, unknown> }>
}
