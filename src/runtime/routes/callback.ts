import { asOAuthProvider } from '../flows/oauth/provider.js'
import type { RouteResult } from '../http/result.js'
import { type RouteContext, wrongMethod } from './route-context.js'
import { unknownProvider } from './unknown-provider.js'

/** `GET|POST /callback/:provider`: where a flow comes back to. Each kind of flow is loaded on first use. */
export async function callback(context: RouteContext): Promise<RouteResult> {
  const { instance, exchange, providerId } = context
  const provider = instance.providers.get(providerId ?? '')
  if (!provider) throw unknownProvider(providerId, instance)
  const oauthProvider = asOAuthProvider(provider)
  if (oauthProvider) return (await import('./oauth-callback.js')).oauthCallback(oauthProvider, context)
  if (provider.type === 'email')
    return (await import('#email/routes/email-callback')).emailCallback(provider, context)
  if (exchange.request.method !== 'POST') throw wrongMethod(provider.id)
  if (provider.type === 'webauthn') {
    return (await import('#passkeys/routes/webauthn')).webauthnCallback(provider, context)
  }
  if (provider.type !== 'credentials') throw wrongMethod(provider.id)
  return (await import('#credentials/routes/credentials-callback')).credentialsCallback(provider, context)
}
