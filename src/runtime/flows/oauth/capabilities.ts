import type { TrustedHost } from '../../../options/auth-options.js'
import type { OpenLocalServer, ServedProvider } from '../../../providers/kinds/local-server.js'
import type { Log } from '../../config/logger.js'
import type { Paths } from '../../config/mount.js'
import type { Sealer } from '../../crypto/sealer.js'
import type { Exchange } from '../../http/exchange.js'
import type { Outgoing } from '../../http/fetch.js'
import type { LoginCapabilities, LoginCookieContext } from '../../login/capabilities.js'
import type { AuthorizationServer } from './discovery.js'
import type { FlowCookies } from './flow-cookies.js'
import type { ReadyOAuthProvider } from './provider.js'
import type { ProviderSessionCookies } from './provider-session.js'
import type { TokenCookie } from './token-cookie.js'

/** What an authorization code flow needs of the application. */
export interface OAuthCapabilities
  extends LoginCapabilities,
    Outgoing,
    Pick<Log, 'warnOnce'>,
    Pick<Paths, 'basePath' | 'home'> {
  authorizationServer(provider: ReadyOAuthProvider): Promise<AuthorizationServer>
  /** The authorization server that the provider brings, if it does. */
  localServer(provider: ServedProvider): OpenLocalServer | undefined
  /** The URL of the redirect proxy, where the redirect URIs name one. */
  readonly redirectProxyUrl: string | undefined
  /** The hosts to which a redirect proxy may forward callbacks. */
  readonly trustedHosts: readonly TrustedHost[]
  /** Seals what a redirect proxy forwards. */
  readonly handovers: Sealer
  /** Seals a form post until the browser has followed a redirect. */
  readonly answers: Sealer
}

/** The cookies of an authorization code flow. */
export interface FlowCookieContext extends LoginCookieContext {
  /** Loaded on first use. */
  flows(): Promise<FlowCookies>
  /** Loaded on first use. */
  providerSessions(): Promise<ProviderSessionCookies>
  /** Loaded on first use. */
  tokenCookie(): Promise<TokenCookie>
}

/** A request that is part of an authorization code flow. */
export type OAuthExchange = Exchange<FlowCookieContext>

/** One step of an authorization code flow: with which provider, and in which request. */
export interface OAuthCall {
  readonly provider: ReadyOAuthProvider
  readonly instance: OAuthCapabilities
  readonly exchange: OAuthExchange
}
