import type { AdapterUser } from '../../../adapters/contract.js'
import type { Awaitable } from '../../../model/awaitable.js'

/** The methods of an adapter that `impersonation()` requires. */
export interface ImpersonationAdapter {
  /** Returns the stored user with this id, or `null`. */
  getUser(id: string): unknown
}

/** The row of a user in an adapter. */
export type UserOfAdapter<Adapter extends ImpersonationAdapter> = Extract<
  Awaited<ReturnType<Adapter['getUser']>>,
  AdapterUser
>

/** The two users of an impersonation. */
export interface ImpersonationParams<StoredUser> {
  /** The signed-in user, who acts as another user. */
  readonly actor: StoredUser
  /** The user whose session is shown. */
  readonly user: StoredUser
}

export const DEFAULT_DURATION_SECONDS = 1_800

/**
 * Maximum duration of an impersonation. If all sign-ins of a user are ended, impersonations of this user end as
 * well, because `endSignIns` writes an entry to the store. That entry must last longer than any impersonation.
 */
export const MAX_DURATION_SECONDS = 3_600

/** Options of `impersonation()`. */
export interface ImpersonationOptions<StoredUser> {
  /**
   * Whether the actor may act as the user. Called at the start and each time the session is read during the
   * impersonation, with both users as they are stored now. If it returns anything but `true`, throws, or takes
   * longer than five seconds, this read shows no session. The impersonation does not end: the next read calls
   * `allow` again.
   */
  readonly allow: (params: ImpersonationParams<StoredUser>) => Awaitable<boolean>
  /** Seconds until the impersonation ends. From 1 to 3,600. Default: 1,800. */
  readonly maxAge?: number | undefined
}

/** Options of `auth.impersonation.start` and `stop`. */
export interface ImpersonationRequest {
  /** The request of the actor: a form of this site, with a method other than GET. */
  readonly request: Request
  /** The redirect target: a path of the site. Default: the start page. */
  readonly redirectTo?: string | undefined
}
