import type { Feature } from '../../core/feature.js'

async function load(): Promise<typeof import('./passwords.js')> {
  return import('./passwords.js')
}

export const passwords: Feature = {
  name: 'passwords',
  version: 1,
  types: ['password'],
  flow: async () => (await load()).passwordFlow,
  routes: {
    password: {
      provider: 'none',
      GET: async (context) => (await load()).passwordPage(context),
      POST: async (context) => (await load()).changePasswordRoute(context),
    },
    signup: {
      provider: 'none',
      GET: async (context) => (await load()).signUpFormPage(context),
      POST: async (context) => (await load()).signUpRoute(context),
    },
  },
  accountSection: async (context) => (await load()).passwordSection(context),
  login: {
    async after(login, app, exchange) {
      const { claim } = login.identity
      if ('passwordHash' in claim && claim.passwordHash !== undefined)
        await (await load()).storeSignUpPassword(login, app)
      const provider = app.providers.get(login.identity.provider)
      if (provider?.type === 'password' && claim.kind === 'address' && claim.earlierLogins?.removed)
        (await load()).mailRemovedLogins(provider, login.identity, app, exchange)
    },
  },
}
