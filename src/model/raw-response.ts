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
