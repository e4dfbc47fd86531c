import { InvalidCheck } from '../../../errors.js'
import type { WebAuthnProvider } from '../../../providers/kinds/webauthn.js'
import type { Instance } from '../../compile.js'
import type { Exchange } from '../../http/exchange.js'
import type { Identity } from '../../login/identity.js'
import { requireRecentSignIn } from '../../sessions/recent-sign-in.js'
import { readAnswer } from './answer.js'
import { authenticatedIdentity } from './authenticated-identity.js'
import type { Ceremony } from './ceremony.js'
import { begunAt } from './ceremony-cookies.js'
import { registeredIdentity } from './registered-identity.js'
import { withinOf } from './within.js'

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
  if (ceremony.userId !== undefined) await requireRecent(provider, ceremony, instance, exchange)
  const identify = answer.action === 'register' ? registeredIdentity : authenticatedIdentity
  return { ceremony, identity: await identify(provider, answer, ceremony, instance, exchange) }
}

/**
 * The sign-in was recent when the ceremony began. The session of this request is looked at, and not only the one that
 * the ceremony began with, because cookies can be copied.
 */
async function requireRecent(
  provider: WebAuthnProvider,
  { challenge }: Ceremony,
  { clock }: Instance,
  exchange: Exchange,
): Promise<void> {
  const live = await exchange.site.sessions.find(exchange)
  if (!live) throw new InvalidCheck('The user who began to add the passkey is not signed in any more.')
  const now = Math.floor(clock() / 1000)
  requireRecentSignIn(live, { within: withinOf(provider), began: Math.floor(begunAt(challenge) / 1000), now })
}
