import { expect, test, vi } from 'vitest'
import { github } from '../../../src/providers/github.js'
import { nextApp } from './request.js'

/**
 * The error of Next.js 16 in a private cache, where headers and cookies can be read. Next.js stores the
 * error, and fails with it later.
 */
const kept = new Error(
  'Route "/inside": `connection()` can\'t be called inside `"use cache: private"` because it may run in a prefetch.',
)

vi.mock('next/headers.js', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ getAll: () => [] }),
}))
vi.mock('next/server.js', () => ({
  connection: () => {
    throw kept
  },
}))

test('auth() in "use cache: private" throws a helpful error', async () => {
  const { auth } = nextApp({ providers: [github({ clientId: 'c', clientSecret: 's' })] })
  await expect(auth()).rejects.toBe(kept)
  expect(kept.message).toBe(
    'auth() reads the session of a request, but "use cache: private" may run before there is a request: call auth() outside, and pass the values of the session that you need as arguments.',
  )
})
