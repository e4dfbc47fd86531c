import type { ConformanceCapability } from '../../src/adapters/conformance.js'

/** The capabilities of an adapter that has all of them except transactions. */
export const capabilities: readonly ConformanceCapability[] = [
  'accountLeases',
  'accountListing',
  'loginRemoval',
  'passkeyManagement',
  'passwords',
  'sessionFacts',
  'sessionManagement',
  'userListing',
]

/** A column of each type beside those of a user. */
export const userColumns = {
  role: { type: 'text', values: ['member', 'admin'], default: 'member' },
  phone: 'text',
  credit: 'real',
  logins: { type: 'integer', default: 0 },
  active: { type: 'boolean', default: true },
  born: 'date',
} as const

/** A value for each of {@link userColumns}. */
export const columnValues = {
  role: 'admin',
  phone: '+49 30',
  credit: 1.5,
  logins: 3,
  active: false,
  born: new Date(-86_400_000),
}
