import { expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import { type AppOptions, app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { sessionsInMap } from '../../support/stores/session-map.js'

const LIMIT = 100

const form = credentials({
  id: 'form',
  fields: { name: {} },
  input: { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } },
  authorize: () => ({ id: 'ada', name: 'Ada', email: 'ada@example.com' }),
}) as never

async function adapterWithUser() {
  const adapter = memory()
  await adapter.createUser({ id: 'ada', name: 'Ada', email: 'ada@example.com', emailVerified: null } as never)
  return adapter
}

const places: Record<string, () => Promise<Partial<AppOptions>>> = {
  'in a database': async () => ({ adapter: await adapterWithUser() }),
  'in a store of sessions': async () => ({ session: { sessionStore: sessionsInMap(new Map()) } }),
}

test.each(Object.entries(places))(
  'sessions %s: a sign-in beyond one hundred sessions ends the oldest session',
  async (_, parts) => {
    let now = Date.UTC(2040, 0, 1)
    const auth = app({ providers: [form], clock: () => now, ...(await parts()) })
    const browsers: Browser[] = []
    for (let index = 0; index < LIMIT + 3; index++) {
      now += 1_000
      const browser = new Browser(auth.handle)
      await browser.post('/auth/callback/form', { name: 'ada' })
      browsers.push(browser)
    }
    const live = await Promise.all(browsers.map(async (browser) => (await browser.session()) !== null))
    expect(live).toEqual(browsers.map((_, index) => index >= 3))
    expect(await auth.sessions.list('ada')).toHaveLength(LIMIT)
  },
)

test('without listSessionsByUserId of the adapter, sign-ins work without a session limit', async () => {
  const { listSessionsByUserId: _, ...adapter } = await adapterWithUser()
  const auth = app({ providers: [form], adapter })
  const first = new Browser(auth.handle)
  await first.post('/auth/callback/form', { name: 'ada' })
  expect(await first.session()).not.toBeNull()
})

test('a sign-in succeeds even if the sessions cannot be listed', async () => {
  const listSessionsByUserId = async (): Promise<never> => Promise.reject(new Error('down'))
  const auth = app({ providers: [form], adapter: { ...(await adapterWithUser()), listSessionsByUserId } })
  const browser = new Browser(auth.handle)
  await browser.post('/auth/callback/form', { name: 'ada' })
  expect(await browser.session()).not.toBeNull()
  expect(auth.warned.join()).toContain('session-limit')
})
