import { type Csrf, createCsrf } from '../../core/http/csrf-tokens.js'
import type { RuleParts } from '../../core/object-lifetimes.js'
import { createAuthjsMac } from './authjs-mac.js'

export { foreignSealer } from './foreign-sealer.js'

/** Creates CSRF tokens in the format of Auth.js, which are not bound to the session. */
export function authjsCsrf({ app: { secrets, spec }, cookies }: Omit<RuleParts, 'csrf'>): Csrf | undefined {
  if (spec.options.compat !== 'authjs') return undefined
  return createCsrf(createAuthjsMac(secrets), cookies.csrfToken, (token) => token)
}
