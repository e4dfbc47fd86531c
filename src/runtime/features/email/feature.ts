import type { Feature } from '../../core/feature.js'
import { missingSetting } from './missing-setting.js'

async function load(): Promise<typeof import('./email.js')> {
  return import('./email.js')
}

export const email: Feature = {
  name: 'email',
  version: 1,
  '~package': 'authwright',
  types: ['email'],
  // In development, mails are printed in the terminal if a setting is missing.
  problem(provider, host) {
    const missing = host.isDevelopment() ? undefined : missingSetting(provider)
    return missing === undefined || host.environment().isProduction
      ? missing
      : `${missing} With NODE_ENV=development, mails are printed in the terminal.`
  },
  flow: async () => (await load()).emailFlow,
  login: {
    async after({ identity }, app, exchange) {
      const provider = app.providers.get(identity.provider)
      const { claim } = identity
      if (provider?.type === 'email' && claim.kind === 'address' && claim.earlierLogins?.removed)
        (await load()).mailRemovedLogins(provider, identity, app, exchange)
    },
  },
}
