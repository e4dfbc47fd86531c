import { expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import { createAuth } from '../../../src/solid-start.js'
import { SECRET } from '../../support/app.js'

const base = createAuth()
  .provider(credentials({ input: {}, authorize: () => null }))
  .session({ strategy: 'jwt' })
  .options({ secret: SECRET })

test('health() reports in a route whether the database responds', async () => {
  expect(await base.adapter(memory()).build().health({ deep: true })).toMatchObject({
    ok: true,
    clock: 'ok',
    database: { ok: true },
  })

  const down = (): never => {
    throw new Error('connect ECONNREFUSED 10.0.0.7:5432')
  }
  expect(
    await base
      .adapter({ ...memory(), getUser: down })
      .build()
      .health({ deep: true }),
  ).toMatchObject({ ok: false, database: { ok: false, reason: expect.stringContaining('10.0.0.7') } })
})
