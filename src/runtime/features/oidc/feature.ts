import { credentialsProblem } from '../oauth/client-credentials.js'
import { oauth } from '../oauth/feature.js'
import type { OAuthFeature } from '../oauth/openid-extension.js'

async function load(): Promise<typeof import('./oidc.js')> {
  return import('./oidc.js')
}

export const oidc: OAuthFeature = {
  name: 'oidc',
  version: 1,
  '~package': 'authwright',
  types: ['oidc'],
  extends: [oauth],
  problem: credentialsProblem,
  flow: async () => (await load()).oauthFlow,
  openId: async () => (await load()).openId,
  routes: {
    'backchannel-logout': {
      provider: 'required',
      POST: async (context) => (await load()).backchannelLogout(context),
    },
  },
}
