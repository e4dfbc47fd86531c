import type { ErrorType } from '../errors.js'

/** What became of a sign-in or sign-out. */
export type SignInResult = SignInSuccess | SignInFailure

/** It worked, or goes on at the provider. */
export interface SignInSuccess {
  ok: true
  /** The HTTP status of the response. */
  status: number
  /** Where to go next: an address that the server named. */
  url: string
  error?: undefined
  code?: undefined
}

/** It did not work. */
export interface SignInFailure {
  ok: false
  /** The HTTP status of the response; `undefined` where there was none. */
  status: number | undefined
  url: null
  /**
   * The type of the error, such as `'CredentialsSignin'` or `'RateLimited'`; `'Unavailable'` when the server
   * cannot respond now, `'Configuration'` when it cannot respond at all.
   */
  error: ErrorType | 'Configuration' | 'Unavailable' | (string & {})
  /** The `code` of the `CredentialsSignin` that was thrown. */
  code: string | undefined
  /** Seconds after which it can be tried again, where the server said. */
  retryAfter: number | undefined
}
