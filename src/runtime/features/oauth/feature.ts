import type { Feature } from '../../core/lifetimes.js'

async function load(): Promise<typeof import('./oauth.js')> {
  return import('./oauth.js')
}

/** Sign-in by OAuth 2 and OpenID Connect. */
export const oauth: Feature = {
  name: 'oauth',
  version: 1,
  types: ['oauth', 'oidc'],
  flow: async () => (await load()).oauthFlow,
  routes: {
    // The pages of `dev()`, which is an OAuth provider. Without it, the response is 404.
    dev: {
      provider: 'required',
      GET: async (context) => (await load()).authorizationEndpoint(context),
      POST: async (context) => (await load()).authorizationEndpoint(context),
    },
  },
  login: { after: async (...args) => (await load()).afterLogin(...args) },
  signOut: { after: async (...args) => (await load()).afterSignOut(...args) },
}
