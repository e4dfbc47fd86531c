/** An answer as data, from which each kind of server makes a response of its own. */
export interface Answer {
  readonly status: number
  /** By name, in lower case; all but `set-cookie`. */
  readonly headers: Readonly<Record<string, string>>
  /** The values of `Set-Cookie`, one a cookie. */
  readonly cookies: readonly string[]
  readonly body: string | null
}
