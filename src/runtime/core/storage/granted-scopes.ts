import type { AdapterAccount } from '../../../adapters/contract.js'

/** Returns the scopes of an account. Some providers separate scopes by commas. */
export function scopesOf({ scope }: Pick<AdapterAccount, 'scope'>): readonly string[] {
  return (scope ?? '').split(/[ ,]+/).filter((name) => name !== '')
}
