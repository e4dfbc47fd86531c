import type { App, Exchange } from '../../core/lifetimes.js'
import type { ReadyOAuthProvider } from './provider.js'

/** One step of an authorization code flow: with which provider, and in which request. */
export interface OAuthCall {
  readonly provider: ReadyOAuthProvider
  readonly app: App
  readonly exchange: Exchange
}
