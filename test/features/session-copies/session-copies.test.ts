import { expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'

test.each([{ '~date': 5 }, { nested: [{ '~date': '2026-01-01' }] }])(
  'a session that is cached in a cookie or store has the same values as in the database: %j',
  async (settings) => {
    const adapter = memory()
    const { id } = await adapter.createUser({
      name: 'Ada',
      email: null,
      emailVerified: new Date(1_000),
      settings,
    } as never)
    const shown = app({
      adapter,
      providers: [credentials({ input: {}, authorize: () => adapter.getUser(id) })],
      session: { strategy: 'database', cookieCache: 60 },
      callbacks: {
        session: (context) =>
          ({ ...context.session, stored: 'user' in context ? context.user : null }) as never,
      },
    })
    const browser = new Browser(shown.handle)
    await browser.post('/auth/callback/credentials', {})
    const first = await browser.session()
    const second = await browser.session()
    expect(first.stored.settings).toEqual(settings)
    expect(second.stored).toEqual(first.stored)
  },
)

test('numbers and dates that JSON cannot represent are passed to the session callback unchanged', async () => {
  const adapter = memory()
  const { id } = await adapter.createUser({
    name: 'Ada',
    email: null,
    emailVerified: null,
    score: Number.POSITIVE_INFINITY,
    since: new Date(Number.NaN),
  } as never)
  const shown = app({
    adapter,
    providers: [credentials({ input: {}, authorize: () => adapter.getUser(id) })],
    session: { strategy: 'database', cookieCache: 60 },
    callbacks: {
      session: (context) => {
        const { score, since } = 'user' in context ? (context.user as unknown as Record<string, unknown>) : {}
        return { ...context.session, stored: [String(score), String(since)] } as never
      },
    },
  })
  const browser = new Browser(shown.handle)
  await browser.post('/auth/callback/credentials', {})
  for (const session of [await browser.session(), await browser.session()]) {
    expect(session.stored).toEqual(['Infinity', 'Invalid Date'])
  }
})
