import type { Feature } from '../../core/feature.js'

export const ownUsers: Feature = {
  name: 'own-users',
  version: 1,
  isUsed: ({ users }) => users !== undefined,
  async load() {
    const { ownUsers: users } = await import('./own-users.js')
    return { users }
  },
}
