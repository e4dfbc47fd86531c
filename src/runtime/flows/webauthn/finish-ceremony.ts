import { InvalidCheck } from '../../../errors.js'
import type { WebAuthnProvider } from '../../../providers/kinds/webauthn.js'
import type { Instance } from '../../compile.js'
import type { Exchange } from '../../http/exchange.js'
import type { Identity } from '../../login/identity.js'
import { readAnswer } from './answer.js'
import { authenticatedIdentity } from './authenticated-identity.js'
import type { Ceremony } from './ceremony.js'
import { registeredIdentity } from './registered-identity.js'

/** A ceremony that succeeded: who it was, and how it began. */
export interface FinishedCeremony {
  readonly identity: Identity
  readonly ceremony: Ceremony
}

/**
 * Finishes the ceremony that a browser's answer belongs to, once. Throws `InvalidCheck` when there is none, and
 * `WebAuthnVerificationError` when the answer is wrong.
 */
export async function finishCeremony(
  provider: WebAuthnProvider,
  instance: Instance,
  exchange: Exchange,
): Promise<FinishedCeremony> {
  const answer = readAnswer(exchange.body)
  const ceremonies = await exchange.site.ceremonies()
  const ceremony = await ceremonies.take(answer.challenge, exchange)
  const belongs =
    ceremony.action === answer.action &&
    ceremony.provider === provider.id &&
    ceremony.origin === exchange.origin
  if (!belongs) throw new InvalidCheck('The response belongs to another ceremony.')
  const identify = answer.action === 'register' ? registeredIdentity : authenticatedIdentity
  return { ceremony, identity: await identify(provider, answer, ceremony, instance, exchange) }
}
