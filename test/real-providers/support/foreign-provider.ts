import type { Page } from 'playwright-core'
import type { Return } from '../../support/oidc/user-agent.js'

/** The clients that are registered at each provider. `id` of a provider configuration equals the id of the client. */
export type ForeignClient = 'basic' | 'post'

/** A client secret with characters that form encoding does not change, but stricter encodings do. */
export const CLIENT_SECRET = 's-e_c.r-e_t.0'

/** A client, with the URLs of its application. */
export interface ForeignClientUrls {
  readonly id: ForeignClient | 'browser'
  readonly callback: string
  readonly signedOut: string
  readonly backchannelLogout: string
}

/** An application that real browsers visit. */
export interface BrowsedApplication {
  /** The path of the routes of Authwright. */
  readonly routes: string
  /** The id of the provider in its configuration. */
  readonly provider: string
}

/** @param application - The application of the client `browser`, if there is one. */
export function foreignClients(application: BrowsedApplication | undefined): readonly ForeignClientUrls[] {
  const client = (
    id: ForeignClientUrls['id'],
    { routes, provider }: BrowsedApplication,
  ): ForeignClientUrls => ({
    id,
    callback: `${routes}/callback/${provider}`,
    signedOut: `${routes}/signed-out/${provider}`,
    backchannelLogout: `${routes}/backchannel-logout/${provider}`,
  })
  const silent = (['basic', 'post'] as const).map((id) =>
    client(id, { routes: 'https://app.test/auth', provider: id }),
  )
  return application === undefined ? silent : [...silent, client('browser', application)]
}

/** A user at the provider. */
export interface Person {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** A provider that is not written in JavaScript, on a free port. */
export interface ForeignProvider {
  readonly issuer: string
  /** The algorithm of its ID tokens. */
  readonly algorithm: string
  /** The scope that the application requests. */
  readonly scope: string
  /** The user who signs in there. */
  readonly person: Pick<Person, 'name' | 'email'>
  /**
   * Visits a URL of the provider like a browser, signs in and agrees, until the provider redirects to the
   * application.
   */
  visit(start: URL): Promise<Return>
  stop(): Promise<void>
}

/** A provider whose pages are visited by a real browser. */
export interface BrowsedProvider extends ForeignProvider {
  /** Signs in on the page to which a browser was redirected. */
  signIn(page: Page): Promise<void>
  /** Agrees to the sign-out on the page to which a browser was redirected. */
  agreeToSignOut(page: Page): Promise<void>
}
