import { oauth } from '../oauth/feature.js'
import type { OAuthFeature } from '../oauth/openid-extension.js'

async function load(): Promise<typeof import('./oidc.js')> {
  return import('./oidc.js')
}

/** Sign-in by OpenID Connect, and sessions that end with the one at the provider. */
export const oidc: OAuthFeature = {
  name: 'oidc',
  version: 1,
  types: ['oidc'],
  extends: [oauth],
  flow: async () => (await load()).oauthFlow,
  openId: async () => (await load()).openId,
  routes: {
    'backchannel-logout': {
      provider: 'required',
      POST: async (context) => (await load()).backchannelLogout(context),
    },
  },
}
