import { afterEach, expect, test, vi } from 'vitest'
import { nodeCrypto } from '../../src/node/crypto.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['no global `process`', undefined],
  ['an incomplete global `process`', { env: {} }],
])('a platform with %s that is mistaken for Node.js gets an error with a fix', (_, process) => {
  vi.stubGlobal('process', process)
  expect(nodeCrypto).toThrow('set the compatibility flag nodejs_compat')
})
