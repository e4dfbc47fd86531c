import type { ClientError } from '../client-error.js'
import type { ClientTypes } from '../client-types.js'
import type { RefetchOptions } from '../keep-in-step.js'

/** The options of `createSession`. */
export interface SessionOptions<Rendered = unknown> extends RefetchOptions {
  /**
   * The session that the server rendered the page with, `null` where no user is signed in: a signal, such as what `createAsync`
   * returns. It is shown at once, and no request is made for it; whenever it changes, what it says then is taken.
   * Without it, the session is read once the page is there.
   */
  session?: (() => Rendered | null | undefined) | undefined
  /** Where the routes are, with the path that the application itself is under. Default: `/api/auth`. */
  basePath?: `/${string}` | undefined
  /** Called when the session cannot be read. It signs no user out. Default: `console.error`. */
  onError?: ((error: ClientError) => void) | undefined
}

/** The session of a page. What reads it follows it, as with any signal of Solid. */
export interface SessionResource<T extends ClientTypes> {
  /** The session; `null` where no user is signed in, `undefined` until the server has responded. */
  (): T['session'] | null | undefined
  /** Whether a user is signed in; `loading` until that is known. */
  readonly status: 'authenticated' | 'loading' | 'unauthenticated'
  /** Why the session could not be read the last time. What was known before is shown on. */
  readonly error: ClientError | undefined
  /**
   * Changes the session: the `jwt` and `session` callbacks decide what becomes of `data`. Without it, the session is
   * read anew. Throws a `ClientError` when nothing was changed.
   */
  update(data?: T['update']): Promise<T['session'] | null>
  /** Where the routes are, without a slash at its end. */
  readonly basePath: string
}
