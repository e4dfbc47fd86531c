import type { AuthSpec } from '../../builder/spec.js'

/** Whether the tokens of a session are kept in a cookie: as the configuration says, and with no adapter to store them. */
export function keepsTokens({ adapter, options }: Pick<AuthSpec, 'adapter' | 'options'>): boolean {
  return options.tokens === 'cookie' && !adapter
}
