import type { Return } from '../../protocol/support/user-agent.js'

/** The clients that each provider knows; the id of a configuration is that of its client. */
export type ForeignClient = 'basic' | 'post'

/** A secret of the characters that form encoding leaves alone, and that more zealous encodings do not. */
export const CLIENT_SECRET = 's-e_c.r-e_t.0'

/** Where a client is sent back to. */
export const redirectUriOf = (client: ForeignClient): string => `https://app.test/auth/callback/${client}`

/** A user at the provider. */
export interface Person {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** A provider that is no JavaScript, on a free port. */
export interface ForeignProvider {
  readonly issuer: string
  /** The algorithm of its ID tokens. */
  readonly algorithm: string
  /** The scope that the application requests. */
  readonly scope: string
  /** Who signs in there. */
  readonly person: Pick<Person, 'name' | 'email'>
  /** Goes there as a browser does, signs in and agrees, until it is sent back to the application. */
  visit(start: URL): Promise<Return>
  stop(): Promise<void>
}
