import { expect, test } from 'vitest'
import { networkAddress } from '../../../src/runtime/core/limits/client-address.js'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
])('%s is counted as %s', (address, counted) => {
  expect(networkAddress(address)).toBe(counted)
})

test.each([
  '',
  'unknown',
  'localhost',
  '1234',
  '256.0.0.1',
  '1.2.3',
  '203.0.113.7/24',
  '2001:db8',
  ':::1',
  '[::1',
  'a@::1',
  '::1#x',
  '_hidden',
  '203.0.113.7, 198.51.100.1',
])('%j is no address', (text) => {
  expect(networkAddress(text)).toBeUndefined()
})
