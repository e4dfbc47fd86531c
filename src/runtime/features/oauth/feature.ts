import type { OAuthFeature } from './openid-extension.js'

async function load(): Promise<typeof import('./oauth.js')> {
  return import('./oauth.js')
}

/** Sign-in by OAuth 2. */
export const oauth: OAuthFeature = {
  name: 'oauth',
  version: 1,
  types: ['oauth'],
  flow: async () => (await load()).oauthFlow,
  login: { after: async (...args) => (await load()).afterLogin(...args) },
  signOut: { after: async (...args) => (await load()).afterSignOut(...args) },
}
