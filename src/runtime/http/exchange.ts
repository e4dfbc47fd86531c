import type { CookiePolicy } from './cookie-policy.js'
import type { CookieExchange } from './cookies.js'
import type { Csrf } from './csrf.js'
import type { Extension } from './extension.js'
import type { Params } from './params.js'

/** What depends on the origin: the cookies' names and attributes, and the CSRF token. Each storey adds what it keeps in cookies. */
export interface CookieContext {
  readonly secure: boolean
  readonly cookies: CookiePolicy
  readonly csrf: Csrf
}

/** One request on its way through the interpreter, and the cookies that its response will set. */
export interface Exchange<Context extends CookieContext = CookieContext> extends CookieExchange {
  readonly request: Request
  readonly url: URL
  /** The origin of every address that the response names. */
  readonly origin: string
  readonly site: Context
  readonly query: Params
  readonly body: Params
  /** When this request extends a session that lives in its cookie. */
  readonly extension: Extension
  /** Where the visitor wants to be in the end, once that is known to be allowed: a page of an error leads on to it. */
  callbackUrl: string | undefined
  /** Whether the flow of this callback was used, so that the same callback cannot be sent again. */
  isFlowUsed?: boolean
}
