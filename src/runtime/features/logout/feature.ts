import type { Feature } from '../../core/feature.js'

async function load(): Promise<typeof import('./logout.js')> {
  return import('./logout.js')
}

export const logout: Feature = {
  name: 'logout',
  version: 1,
  isUsed: ({ providers }) => providers.some(({ type }) => type === 'oauth' || type === 'oidc'),
  routes: {
    'signed-out': { provider: 'required', GET: async (context) => (await load()).signedOut(context) },
  },
  signOut: {
    before: async (atProvider, ...args) => (atProvider ? (await load()).beforeSignOut(...args) : undefined),
  },
}
