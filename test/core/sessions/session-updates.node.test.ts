import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { Browser } from '../../support/browser.js'
import { type WorldOptions, worlds } from '../../support/world.js'

const start = worlds()
const NAME = '__Host-authwright.session-token'

/** What a browser sends to change its session. */
const update = async (browser: Browser, data: unknown): Promise<Response> =>
  browser.send('/auth/session', {
    method: 'POST',
    body: JSON.stringify({ csrfToken: await browser.csrfToken(), data }),
    headers: { 'content-type': 'application/json', origin: browser.origin },
  })

/** An application that takes over every input, as a careless one does. */
const careless: WorldOptions = {
  strategy: 'jwt',
  callbacks: {
    jwt: (context) =>
      context.trigger === 'update' ? { ...context.token, ...(context.session as object) } : context.token,
    session: (context) => ({ ...context.session, ...('token' in context && { token: context.token }) }),
  },
}

const hostile = {
  role: 'admin',
  sub: 'victim',
  exp: 9e10,
  iat: 1,
  id: 'victim',
  emailVerified: true,
  '~session': { id: 'x', start: 9e10 },
}

describe('SU-1: what a browser sends', () => {
  test('changes no claim that is ours', async () => {
    const world = await start({ ...careless, session: { maxAge: 3_600 } })
    await world.enter()
    await update(world.browser, hostile)
    const { token, expires } = await world.browser.session()
    expect(token.sub).toBe('grace')
    expect(token.exp).toBeLessThanOrEqual(Date.now() / 1000 + 3_600)
    expect(token.iat).toBeGreaterThan(Date.now() / 1000 - 60)
    expect(Date.parse(expires)).toBeLessThanOrEqual(Date.now() + 3_600_000)
  })

  test('does not prolong the absolute lifetime', async () => {
    let now = Date.now()
    const world = await start({
      ...careless,
      clock: () => now,
      session: { maxAge: 3_600, absoluteMaxAge: 7_200 },
    })
    await world.enter()
    for (let minutes = 0; minutes < 115; minutes += 30) {
      await update(world.browser, hostile)
      now += 30 * 60_000
    }
    now += 5 * 60_000
    expect(await world.browser.session()).toBeNull()
  })

  test('reaches the callback as its schema makes it, and not at all otherwise', async () => {
    const seen: unknown[] = []
    const world = await start({
      strategy: 'jwt',
      session: { update: v.strictObject({ theme: v.picklist(['light', 'dark']) }) },
      callbacks: {
        jwt: (context) => {
          if (context.trigger === 'update') seen.push(context.session)
          return context.token
        },
      },
    })
    await world.enter()
    expect((await update(world.browser, hostile)).status).toBe(400)
    expect((await update(world.browser, { theme: 'dark', role: 'admin' })).status).toBe(400)
    expect((await update(world.browser, { theme: 'dark' })).status).toBe(200)
    expect(seen).toEqual([{ theme: 'dark' }])
  })

  test('changes no row by itself', async () => {
    const world = await start({ strategy: 'database' })
    await world.enter()
    const before = structuredClone(world.adapter.rows)
    await update(world.browser, hostile)
    expect(world.adapter.rows).toEqual(before)
  })
})

describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
  test('SU-2: without a session, or with one that is over, nothing is called', async () => {
    let now = Date.now()
    const seen: unknown[] = []
    const note = (context: { token?: unknown; session?: unknown; trigger?: unknown }): any => {
      if (context.trigger === 'update') seen.push(context)
      return strategy === 'jwt' ? context.token : context.session
    }
    const world = await start({
      strategy,
      clock: () => now,
      callbacks: strategy === 'jwt' ? { jwt: note } : { session: note },
    })
    expect((await update(world.browser, {})).status).toBe(401)
    world.browser.jar.put(NAME, 'garbage')
    expect((await update(world.browser, {})).status).toBe(401)
    await world.enter()
    now += 40 * 86_400_000
    expect((await update(world.browser, {})).status).toBe(401)
    expect(seen).toEqual([])
    expect(world.browser.jar.get(NAME)).toBeUndefined()
  })

  test('SU-5: a callback that throws once changes nothing, tells nothing, and the next request works', async () => {
    let throws = false
    const failing = (context: { token?: unknown; session?: unknown }): any => {
      if (throws) throw new Error('connect ECONNRESET 10.0.0.7:5432')
      return strategy === 'jwt' ? context.token : context.session
    }
    const world = await start({
      strategy,
      failsItself: true,
      callbacks: strategy === 'jwt' ? { jwt: failing } : { session: failing },
    })
    await world.enter()
    const before = world.browser.jar.get(NAME)
    throws = true
    for (const response of [
      await world.browser.send('/auth/session'),
      await update(world.browser, { a: 1 }),
    ]) {
      expect(response.status).toBe(500)
      expect(await response.text()).not.toContain('10.0.0.7')
      expect(response.headers.getSetCookie().filter((line) => line.startsWith(NAME))).toEqual([])
    }
    throws = false
    expect(world.browser.jar.get(NAME)).toBe(before)
    expect(await world.browser.session()).not.toBeNull()
  })
})

test('SU-4: of two updates at once each is answered with what it made, and the later answer is what stays', async () => {
  const world = await start({
    strategy: 'jwt',
    callbacks: {
      jwt: (context) =>
        context.trigger === 'update' ? { ...context.token, note: context.session } : context.token,
      session: (context) => ({
        ...context.session,
        ...('token' in context && { note: context.token['note'] }),
      }),
    },
  })
  await world.enter()
  const csrfToken = await world.browser.csrfToken()
  const send = (data: string): Promise<Response> =>
    world.browser.send('/auth/session', {
      method: 'POST',
      body: JSON.stringify({ csrfToken, data }),
      headers: { 'content-type': 'application/json' },
    })
  const answers = await Promise.all(['one', 'two'].map(async (data) => (await send(data)).json()))
  expect(answers).toEqual([
    expect.objectContaining({ note: 'one' }),
    expect.objectContaining({ note: 'two' }),
  ])
  // Which of two cookies a browser stores is the order in which they are received: a sealed session knows no other.
  expect(['one', 'two']).toContain((await world.browser.session()).note)
})
