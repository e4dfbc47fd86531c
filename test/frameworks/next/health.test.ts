import './async-storage.js'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import { nextApp, runInNext } from './request.js'

const require = createRequire(import.meta.url)
const { workAsyncStorage } = require('next/dist/server/app-render/work-async-storage.external.js')
const { workUnitAsyncStorage } = require('next/dist/server/app-render/work-unit-async-storage.external.js')

const providers = [credentials({ input: {}, authorize: () => null })]

const down = (): never => {
  throw new Error('connect ECONNREFUSED 10.0.0.7:5432')
}

test('health() reports in a route handler whether the database responds', async () => {
  const { auth } = nextApp({ providers, adapter: memory() })
  expect(await runInNext({}, () => auth.health({ deep: true }))).toMatchObject({
    ok: true,
    database: { ok: true },
  })

  const failing = nextApp({ providers, adapter: { ...memory(), getUser: down } })
  expect(await runInNext({}, () => failing.auth.health({ deep: true }))).toMatchObject({
    ok: false,
    database: { ok: false, reason: expect.stringContaining('10.0.0.7') },
  })
})

test('health() also works in the Pages Router and in scripts, which have no App Router request', async () => {
  const { auth } = nextApp({ providers, adapter: memory() })
  expect(await auth.health({ deep: true })).toMatchObject({ ok: true, clock: 'ok', database: { ok: true } })
})

test('health() waits for a request during prerendering, and does not query the database', async () => {
  let asked = 0
  const getUser = async () => {
    asked += 1
    return null
  }
  const { auth } = nextApp({ providers, adapter: { ...memory(), getUser } })
  const built = new AbortController()
  const prerender = { type: 'prerender', phase: 'render', renderSignal: built.signal }
  const health: Promise<unknown> = workAsyncStorage.run({ route: '/health' }, () =>
    workUnitAsyncStorage.run(prerender, () => auth.health({ deep: true })),
  )
  setTimeout(() => built.abort(), 20)
  await expect(health).rejects.toMatchObject({ digest: expect.stringContaining('HANGING_PROMISE') })
  expect(asked).toBe(0)
})
