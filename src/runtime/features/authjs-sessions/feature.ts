import type { Feature } from '../../core/feature.js'

export const authjsSessions: Feature = {
  name: 'authjs-sessions',
  version: 1,
  isUsed: ({ options, jwt }) => options.compat === 'authjs' || Boolean(jwt.encode || jwt.decode),
  async load() {
    const { authjsCsrf, foreignSealer } = await import('./authjs-sessions.js')
    return { sealer: foreignSealer, csrf: authjsCsrf }
  },
}
