import { expect, test } from 'vitest'
import { limitPolicies } from '../../../src/runtime/core/limits/default-limits.js'

test('without the option `limits`, the documented default limits apply', () => {
  expect(Object.values(limitPolicies({}))).toEqual([
    { name: 'addressAndAccount', max: 10, window: 900 },
    { name: 'address', max: 100, window: 900 },
    { name: 'account', max: 50, window: 3_600 },
    { name: 'global', max: 1_000, window: 60 },
    { name: 'browser', max: 10, window: 900 },
    { name: 'browsers', max: 50, window: 3_600 },
    { name: 'mailsPerRecipient', max: 5, window: 900 },
    { name: 'mailsPerClient', max: 50, window: 900 },
    { name: 'mailsInTotal', max: 1_000, window: 900 },
    { name: 'logoutTokens', max: 1_000, window: 900 },
    { name: 'passwordLookups', max: 100, window: 900 },
  ])
})
