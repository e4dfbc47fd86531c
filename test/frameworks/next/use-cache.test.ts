import { expect, test, vi } from 'vitest'
import { github } from '../../../src/providers/github.js'
import { nextApp } from './request.js'

/** The error of Next.js 16. Next.js stores it, and fails with it later. */
const kept = new Error('Route "/inside": `headers()` can\'t be read inside `"use cache"`. Read it outside.')

vi.mock('next/headers.js', () => ({
  headers: () => {
    throw kept
  },
  cookies: async () => ({ getAll: () => [] }),
}))

test('auth() in "use cache" throws a helpful error', async () => {
  const { auth } = nextApp({ providers: [github({ clientId: 'c', clientSecret: 's' })] })
  await expect(auth()).rejects.toBe(kept)
  expect(kept.message).toBe(
    'auth() reads the session of a request, but "use cache" returns one result for all requests: call auth() outside, and pass the values of the session that you need as arguments.',
  )
  expect(kept.stack).toContain('auth() reads the session of a request')
})
