import type { IdentifiedUser } from '../../../model/user.js'
import type { WebAuthnContext, WebAuthnProvider, WebAuthnRequest } from '../../../providers/kinds/webauthn.js'
import { redactErrors } from '../../core/config/logger.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { passkeyAdapter } from './stored-passkeys.js'

/**
 * Calls a function of the application with the request, and removes the fields of the request from its
 * errors, because they may be secrets.
 */
export function withRequest<Result>(
  call: (context: WebAuthnContext, request: WebAuthnRequest) => Result,
  provider: WebAuthnProvider,
  app: App,
  { url, request: { method }, query, body }: Exchange,
): Promise<Awaited<Result>> {
  const getUserByEmail = (email: string): Promise<IdentifiedUser | null> =>
    passkeyAdapter(app).getUserByEmail(email)
  return redactErrors(
    () => call({ provider, url, adapter: { getUserByEmail } }, { method, query, body }),
    () => [query, body],
  )
}
