import type { Feature } from '../../core/feature.js'

async function load(): Promise<typeof import('./credentials.js')> {
  return import('./credentials.js')
}

export const credentials: Feature = {
  name: 'credentials',
  version: 1,
  '~package': 'authwright',
  types: ['credentials'],
  flow: async () => (await load()).credentialsFlow,
}
