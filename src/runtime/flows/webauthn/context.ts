import type { IdentifiedUser } from '../../../model/user.js'
import type { WebAuthnContext, WebAuthnProvider, WebAuthnRequest } from '../../../providers/kinds/webauthn.js'
import type { Instance } from '../../compile.js'
import type { Exchange } from '../../http/exchange.js'
import { adapterOf } from './adapter-of.js'

/** What the functions of a provider can look at. */
export function contextOf(
  provider: WebAuthnProvider,
  instance: Instance,
  { url }: Exchange,
): WebAuthnContext {
  const getUserByEmail = (email: string): Promise<IdentifiedUser | null> =>
    adapterOf(instance).getUserByEmail(email)
  return { provider, url, adapter: { getUserByEmail } }
}

/** The fields of a request, as the functions of a provider see them. */
export function requestOf({ request: { method }, query, body }: Exchange): WebAuthnRequest {
  return { method, query, body }
}
