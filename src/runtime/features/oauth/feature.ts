import { credentialsProblem } from './client-credentials.js'
import type { OAuthFeature } from './openid-extension.js'

async function load(): Promise<typeof import('./oauth.js')> {
  return import('./oauth.js')
}

export const oauth: OAuthFeature = {
  name: 'oauth',
  version: 1,
  '~package': 'authwright',
  types: ['oauth'],
  problem: credentialsProblem,
  flow: async () => (await load()).oauthFlow,
  login: { after: async (...args) => (await load()).afterLogin(...args) },
  signOut: { after: async (...args) => (await load()).afterSignOut(...args) },
}
