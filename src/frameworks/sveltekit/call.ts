import type { Instance } from '../../runtime/compile.js'
import type { Exchange } from '../../runtime/http/exchange.js'
import type { Visit } from './visit.js'

/** What an action, an endpoint or a remote function acts on. */
export interface Call {
  readonly visit: Visit
  readonly instance: Instance
  readonly exchange: Exchange
}
