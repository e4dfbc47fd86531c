/** A cookie that a response sets or deletes. */
export interface RawCookie {
  name: string
  /** Not encoded yet. */
  value: string
  options: {
    domain?: string
    path?: string
    secure?: boolean
    httpOnly?: boolean
    sameSite?: 'lax' | 'strict' | 'none'
    partitioned?: boolean
    priority?: 'low' | 'medium' | 'high'
    /** Whole seconds; 0 deletes the cookie. */
    maxAge?: number
    expires?: Date
  }
}

/** A response as data, before a `Response` is made of it. */
export interface RawResponse {
  /** Default: 302 with `redirect`, else 200. */
  status?: number
  headers: Headers
  /** What becomes JSON where `headers` say so, else the text of a page. */
  body?: unknown
  /** The absolute address to send the browser to. */
  redirect?: string
  cookies: RawCookie[]
}

/**
 * Passed to a handler beside the request, it requests the response as data in place of a `Response`, and errors
 * to be thrown. For those who write an integration. A symbol, so that no request can hold it.
 *
 * @example
 * ```ts
 * import { createAuth, raw } from 'authwright'
 * import { github } from 'authwright/providers/github'
 *
 * const auth = createAuth().provider(github()).build()
 *
 * export async function leadsTo(request: Request): Promise<string | undefined> {
 *   const { redirect } = await auth.handler(request, raw)
 *   return redirect
 * }
 * ```
 */
export const raw: unique symbol = Symbol.for('authwright.raw')
