import { expect, test, vi } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import type { AuthSpec } from '../../../src/builder/auth-spec.js'
import { createSvelteKitAuth } from '../../../src/frameworks/sveltekit/create-sveltekit-auth.js'
import { credentials } from '../../../src/providers/credentials.js'
import { specOf } from '../../support/app.js'

vi.mock('../../../src/frameworks/sveltekit/kit.js', () => ({
  kitBase: () => '',
  kitEnvironment: () => ({}),
}))

/** A checked configuration with a database. */
const withAdapter = (adapter: Adapter): AuthSpec =>
  specOf({ providers: [credentials({ input: {}, authorize: () => null })], adapter }, 'sveltekit').spec

test('health() reports in an endpoint whether the database responds', async () => {
  const { auth } = createSvelteKitAuth(withAdapter(memory()))
  expect(await auth.health({ deep: true })).toMatchObject({ ok: true, clock: 'ok', database: { ok: true } })

  const down = (): never => {
    throw new Error('connect ECONNREFUSED 10.0.0.7:5432')
  }
  const failing = createSvelteKitAuth(withAdapter({ ...memory(), getUser: down }))
  expect(await failing.auth.health({ deep: true })).toMatchObject({
    ok: false,
    database: { ok: false, reason: expect.stringContaining('10.0.0.7') },
  })
})

test('health() without an event reports that a configuration function needs the event', async () => {
  const { auth } = createSvelteKitAuth({ features: [], resolve: () => withAdapter(memory()) })
  const { ok, reason } = await auth.health({ deep: true })
  expect(ok).toBe(false)
  expect(reason).toContain('Pass { request: event.request }')
})
