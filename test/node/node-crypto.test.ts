import { afterEach, expect, test, vi } from 'vitest'
import { nodeCrypto } from '../../src/node/crypto.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['nothing of Node.js', undefined],
  ['a part of it', { env: {} }],
])('a platform with %s that is mistaken for Node.js gets an error with a fix', (_, process) => {
  vi.stubGlobal('process', process)
  expect(nodeCrypto).toThrow('set the compatibility flag nodejs_compat')
})
