import { expect, test } from 'vitest'
import { isLoopback } from '../../../src/runtime/core/http/origin.js'

test.each(['localhost', 'app.localhost', 'a.b.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])(
  '%s is',
  (host) => {
    expect(isLoopback(new URL(`http://${host}:3000`).hostname)).toBe(true)
  },
)

test.each([
  ...['localhost.', 'localhost.evil.com', 'evillocalhost', '127.0.0.1.evil.com', '0.0.0.0', '[::]'],
  ...['[::ffff:127.0.0.1]', '169.254.169.254', '10.0.0.1', '128.0.0.1', 'evil.com'],
])('%s is not', (host) => {
  expect(isLoopback(new URL(`http://${host}:3000`).hostname)).toBe(false)
})
