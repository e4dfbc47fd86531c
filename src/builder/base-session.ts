import type { DefaultSession, Session } from '../model/session.js'

type DeclaredUser = NonNullable<Session['user']>

/**
 * What an application that declares its own `user` in `Session` adds to it. All of it is optional,
 * because nothing has put it there yet.
 */
type AddedToUser = [Session['user']] extends [DefaultSession['user']]
  ? [DefaultSession['user']] extends [Session['user']]
    ? {}
    : Partial<Omit<DeclaredUser, 'name' | 'email' | 'image'>>
  : Partial<Omit<DeclaredUser, 'name' | 'email' | 'image'>>

/** The user of a session before any `session` callback has added to it. */
export interface BaseSessionUser extends AddedToUser {
  name?: string | null | undefined
  email?: string | null | undefined
  image?: string | null | undefined
}

/**
 * The session before any `session` callback has added to it, the same with both strategies. Fields
 * that the application adds to `Session` are optional here, because nothing has put them there yet.
 */
export interface BaseSession extends Partial<Omit<Session, 'user' | 'expires'>> {
  user: BaseSessionUser
  /** When the session ends if it is not used again, as an ISO 8601 date and time in UTC. */
  expires: string
}

/** The least that a `session` callback must return. */
export interface SessionLike {
  expires: string
}
