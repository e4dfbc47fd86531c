import type { Feature } from '../../core/feature.js'

async function load(): Promise<typeof import('./accounts.js')> {
  return import('./accounts.js')
}

export const accounts: Feature = {
  name: 'accounts',
  version: 1,
  routes: {
    account: {
      provider: 'none',
      isSafe: true,
      GET: async (context) => (await load()).accountPage(context),
      POST: async (context) => (await load()).changeAccount(context),
    },
  },
}
