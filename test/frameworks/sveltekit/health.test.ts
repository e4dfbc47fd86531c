import { expect, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import type { LazySpec } from '../../../src/builder/spec.js'
import { createSvelteKitAuth } from '../../../src/frameworks/sveltekit/create-sveltekit-auth.js'
import { credentials } from '../../../src/providers/credentials.js'
import { SECRET, specOf } from '../../support/app.js'

vi.mock('../../../src/frameworks/sveltekit/kit.js', () => ({
  kitBase: () => '',
  kitEnvironment: () => ({}),
}))

const parts = {
  providers: [credentials({ input: {}, authorize: () => null })],
  options: { secret: SECRET },
}

test('an endpoint learns whether the database responds', async () => {
  const { auth } = createSvelteKitAuth(specOf({ ...parts, adapter: memory() }).spec)
  expect(await auth.health()).toMatchObject({ ok: true, clock: 'ok', database: { ok: true } })

  const down = (): never => {
    throw new Error('connect ECONNREFUSED 10.0.0.7:5432')
  }
  const failing = createSvelteKitAuth(specOf({ ...parts, adapter: { ...memory(), getUser: down } }).spec)
  expect(await failing.auth.health()).toMatchObject({
    ok: false,
    database: { ok: false, reason: expect.stringContaining('10.0.0.7') },
  })
})

test('a configuration that is made for each event says that it needs one', async () => {
  const { spec } = specOf({ ...parts, adapter: memory() })
  const { auth } = createSvelteKitAuth({ resolve: () => spec } as unknown as LazySpec)
  const { ok, reason } = await auth.health()
  expect(ok).toBe(false)
  expect(reason).toContain('pass { request: event.request }')
})
