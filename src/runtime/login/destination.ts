import type { Instance } from '../compile.js'
import type { Exchange } from '../http/exchange.js'
import { withQuery } from '../http/redirects.js'
import type { LoginOutcome } from './login.js'

/** Where somebody goes after a login. */
export function destination(
  outcome: LoginOutcome,
  callbackUrl: string,
  { spec }: Instance,
  { origin }: Exchange,
): string {
  if (outcome.kind === 'redirected') return outcome.location
  const { newUser } = spec.pages
  return outcome.isNewUser && newUser ? withQuery(origin + newUser, { callbackUrl }) : callbackUrl
}
