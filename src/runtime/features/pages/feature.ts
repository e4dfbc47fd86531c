import type { Feature } from '../../core/feature.js'

async function load(): Promise<typeof import('./built-in-pages.js')> {
  return import('./built-in-pages.js')
}

export const pages: Feature = {
  name: 'pages',
  version: 1,
  pages: async () => (await load()).pages,
  routes: {
    'verify-request': {
      provider: 'none',
      isSafe: true,
      GET: async (context) => (await load()).verifyRequestPage(context),
    },
  },
}
