/**
 * The value of the option `skipCSRFCheck`. It turns off the check that a request which changes something comes
 * from a page of the site: for an application whose framework checks that itself, or whose requests carry no
 * cookies. A symbol, so that no request, form or JSON can hold it.
 *
 * @example
 * ```ts
 * import { createAuth, skipCSRFCheck } from 'authwright'
 * import { github } from 'authwright/providers/github'
 *
 * export const auth = createAuth().provider(github()).options({ skipCSRFCheck }).build()
 * ```
 */
export const skipCSRFCheck: unique symbol = Symbol.for('authwright.skipCSRFCheck')
