import type { WebAuthnProvider, WebAuthnUserInfo } from '../../../providers/kinds/webauthn.js'
import { type Params, textParam } from '../../http/params.js'
import { canonicalAddress } from '../../login/email-address.js'
import type { CeremonyExchange, WebAuthnCapabilities } from './capabilities.js'
import type { Ceremony } from './ceremony-cookies.js'
import { adapterOf, contextOf, requestOf } from './relying-party.js'

/** Begins a ceremony at the origin of the request, in a separate cookie. */
export async function beginCeremony(
  ceremony: Omit<Ceremony, 'challenge' | 'origin'>,
  exchange: CeremonyExchange,
): Promise<Ceremony> {
  const ceremonies = await exchange.context.ceremonies()
  return ceremonies.begin({ ...ceremony, origin: exchange.origin }, exchange)
}

/** What a browser needs for a ceremony. */
export interface CeremonyOptions {
  readonly action: Ceremony['action']
  readonly options: object
}

/** Milliseconds for which a browser waits, where the provider does not say. */
export const DEFAULT_TIMEOUT = 300_000

/** The user whom the fields of a form name, or `null`. */
export async function namedUser(
  provider: WebAuthnProvider,
  fields: Params,
  instance: WebAuthnCapabilities,
  exchange: CeremonyExchange,
): Promise<WebAuthnUserInfo | null> {
  if (provider.getUserInfo) {
    return provider.getUserInfo(contextOf(provider, instance, exchange), requestOf(exchange))
  }
  const email = canonicalAddress(textParam(fields, 'email') ?? '')
  if (email === undefined) return null
  const user = await adapterOf(instance).getUserByEmail(email)
  return user ? { user, exists: true } : { user: { email, name: nameOf(fields) }, exists: false }
}

/** The longest name, in characters, that is taken. */
const MAX_NAME = 100

function nameOf(fields: Params): string | undefined {
  return textParam(fields, 'name')?.trim().slice(0, MAX_NAME)
}
