import type { Feature } from '../../core/feature.js'
import { reasonToFail } from './mail-in-terminal.js'

async function load(): Promise<typeof import('./email.js')> {
  return import('./email.js')
}

export const email: Feature = {
  name: 'email',
  version: 1,
  '~package': 'authwright',
  types: ['email'],
  problem(provider, host) {
    const reason = reasonToFail(provider, { host })
    return reason === undefined || host.environment().isProduction
      ? reason
      : `${reason} With NODE_ENV=development, mails are printed in the terminal.`
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
