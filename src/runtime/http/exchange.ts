import type { Site } from '../site.js'
import type { CookieExchange } from './cookies.js'
import type { Extension } from './extension.js'
import type { Params } from './params.js'

/** One request on its way through the interpreter, and the cookies that its response will set. */
export interface Exchange extends CookieExchange {
  readonly request: Request
  readonly url: URL
  /** The origin of every address that the response names. */
  readonly origin: string
  readonly site: Site
  readonly query: Params
  readonly body: Params
  /** When this request extends a session that lives in its cookie. */
  readonly extension: Extension
  /** Where the visitor wants to be in the end, once that is known to be allowed: a page of an error leads on to it. */
  callbackUrl: string | undefined
  /** Whether the flow of this callback was used, so that the same callback cannot be sent again. */
  isFlowUsed?: boolean
}
