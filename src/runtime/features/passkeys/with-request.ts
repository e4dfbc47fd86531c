import type { IdentifiedUser } from '../../../model/user.js'
import type { WebAuthnContext, WebAuthnProvider, WebAuthnRequest } from '../../../providers/kinds/webauthn.js'
import { redactErrors } from '../../core/config/logger.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { passkeyAdapter } from './stored-passkeys.js'

/** Removes the fields of the request from errors of the application, because they may be secrets. */
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
