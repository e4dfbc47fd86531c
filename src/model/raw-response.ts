export interface RawCookie {
  name: string
  /** The value before it is encoded. */
  value: string
  options: {
    domain?: string
    path?: string
    secure?: boolean
    httpOnly?: boolean
    sameSite?: 'lax' | 'strict' | 'none'
    partitioned?: boolean
    priority?: 'low' | 'medium' | 'high'
    /** In seconds. 0 deletes the cookie. */
    maxAge?: number
    expires?: Date
  }
}

/** A response as plain data. */
export interface RawResponse {
  /** Default: 302 with `redirect`, else 200. */
  status?: number
  /** The headers, without `Set-Cookie`. */
  headers: Headers
  /** A value to serialize as JSON, or the text of a page, depending on the `Content-Type`. */
  body?: unknown
  /** The absolute URL to redirect to. */
  redirect?: string
  /** The cookies to set or delete. */
  cookies: RawCookie[]
}

/**
 * Second argument of a handler. The handler then returns plain data instead of a `Response`, and throws errors instead of responding to them.
 * For authors of integrations.
 *
 * @example
 * ```ts
 * import { createAuth, raw } from 'authwright'
 * import { github } from 'authwright/providers/github'
 *
 * const auth = createAuth().provider(github()).build()
 *
 * export async function redirectOf(request: Request): Promise<string | undefined> {
 *   const { redirect } = await auth.handler(request, raw)
 *   return redirect
 * }
 * ```
 */
export const raw: unique symbol = Symbol.for('authwright.raw')
