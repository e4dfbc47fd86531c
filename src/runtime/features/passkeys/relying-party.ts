import type { RelyingParty, WebAuthnProvider } from '../../../providers/kinds/webauthn.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { withRequest } from './with-request.js'

export async function relyingPartyOf(
  provider: WebAuthnProvider,
  app: App,
  exchange: Exchange,
): Promise<RelyingParty & { readonly origin: readonly string[] }> {
  const { id, name, origin } =
    (await withRequest((...args) => provider.getRelayingParty?.(...args), provider, app, exchange)) ??
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

function covers(domain: string, host: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}
