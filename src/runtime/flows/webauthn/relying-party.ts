import type { RelyingParty, WebAuthnProvider } from '../../../providers/kinds/webauthn.js'
import type { Instance } from '../../compile.js'
import type { Exchange } from '../../http/exchange.js'
import { contextOf, requestOf } from './context.js'

/** The site that passkeys are for: what the provider says, or the address that the application is known by. */
export function relyingPartyOf(
  provider: WebAuthnProvider,
  instance: Instance,
  exchange: Exchange,
): RelyingParty & { readonly origin: readonly string[] } {
  const { id, name, origin } =
    provider.getRelayingParty?.(contextOf(provider, instance, exchange), requestOf(exchange)) ??
    configured(provider, exchange)
  return { id, name, origin: [origin].flat() }
}

function configured({ relayingParty = {} }: WebAuthnProvider, { url, origin }: Exchange): RelyingParty {
  const ids = listOf(relayingParty.id)
  return {
    id: ids.find((id) => covers(id, url.hostname)) ?? ids[0] ?? url.hostname,
    name: listOf(relayingParty.name)[0] ?? url.host,
    origin: relayingParty.origin === undefined ? origin : listOf(relayingParty.origin),
  }
}

function listOf(option: string | readonly string[] | undefined): readonly string[] {
  return option === undefined ? [] : [option].flat()
}

/** Whether a page of the host may use passkeys of the domain. */
function covers(domain: string, host: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}
