import type { Provider } from '../../providers/kinds/provider.js'
import { withoutPlaceholders } from './endpoint-placeholders.js'
import type { Environment } from './environment.js'

/** A provider with what the environment says of it, and a name to show. */
export function readyProvider(provider: Provider, environment: Environment): Provider {
  const name = provider.name ?? provider.id
  if (provider.type === 'email') {
    return { ...provider, name, apiKey: provider.apiKey || environment.provider(provider.id).apiKey }
  }
  if (provider.type !== 'oauth' && provider.type !== 'oidc') return { ...provider, name }
  const { clientId, clientSecret, issuer, teamId, keyId, privateKey } = environment.provider(provider.id)
  const { clientSecretKey } = provider
  return withoutPlaceholders({
    ...provider,
    name,
    clientId: provider.clientId ?? clientId,
    clientSecret: provider.clientSecret ?? clientSecret,
    clientSecretKey: clientSecretKey && {
      teamId: clientSecretKey.teamId ?? teamId,
      keyId: clientSecretKey.keyId ?? keyId,
      privateKey: clientSecretKey.privateKey ?? privateKey,
    },
    issuer: provider.issuer ?? issuer ?? provider.defaultIssuer,
  })
}
