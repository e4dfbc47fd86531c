import type { Feature } from '../../core/feature.js'

async function load(): Promise<typeof import('./passkeys.js')> {
  return import('./passkeys.js')
}

export const passkeys: Feature = {
  name: 'passkeys',
  version: 1,
  types: ['webauthn'],
  flow: async () => (await load()).passkeyFlow,
  routes: {
    'webauthn-options': {
      provider: 'required',
      GET: async (context) => (await load()).webauthnOptions(context),
      POST: async (context) => (await load()).webauthnOptions(context),
    },
  },
}
