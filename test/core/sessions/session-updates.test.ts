import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { credentials } from '../../../src/providers/credentials.js'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { recordedUpdates } from '../../support/recorded-updates.js'
import { type WorldOptions, worlds } from '../../support/world.js'

const start = worlds()
const NAME = '__Host-authwright.session-token'

/** Sends a session update like a browser. */
const update = async (browser: Browser, data: unknown): Promise<Response> =>
  browser.send('/auth/session', {
    method: 'POST',
    body: JSON.stringify({ csrfToken: await browser.csrfToken(), data }),
    headers: { 'content-type': 'application/json', origin: browser.origin },
  })

/** An application without validation: it accepts all update data. */
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

test('SU-1: the data of an update changes no registered claim', async () => {
  const world = await start({ ...careless, session: { maxAge: 3_600 } })
  await world.enter()
  await update(world.browser, hostile)
  const { token, expires } = await world.browser.session()
  expect(token.sub).toBe('grace')
  expect(token.exp).toBeLessThanOrEqual(Date.now() / 1000 + 3_600)
  expect(token.iat).toBeGreaterThan(Date.now() / 1000 - 60)
  expect(Date.parse(expires)).toBeLessThanOrEqual(Date.now() + 3_600_000)
})

test('SU-1: the data of an update does not extend the absolute lifetime', async () => {
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

test('SU-1: the data of an update changes no row', async () => {
  const world = await start({ strategy: 'database' })
  await world.enter()
  const before = structuredClone(world.adapter.rows)
  await update(world.browser, hostile)
  expect(world.adapter.rows).toEqual(before)
})

test('a session update whose claims do not match their schema fails, and the user stays signed in', async () => {
  const claims = v.object({ role: v.optional(v.picklist(['admin', 'member'])) })
  const world = await start({ ...careless, jwt: { claims }, failsItself: true })
  await world.enter()
  expect((await update(world.browser, { role: 'member' })).status).toBe(200)
  expect((await update(world.browser, { role: 'owner' })).status).toBe(500)
  expect((await world.browser.session()).token.role).toBe('member')
  expect(world.errors).toMatchObject([{ type: 'JWTSessionError' }])
})

test('a session whose new claims do not match their schema cannot be read, and the error is logged', async () => {
  const claims = v.object({ role: v.optional(v.picklist(['admin', 'member'])) })
  let role = 'member'
  const world = await start({
    strategy: 'jwt',
    callbacks: {
      jwt: ({ token }) => ({ ...token, role }),
      session: (context) => ({ ...context.session, ...('token' in context && { token: context.token }) }),
    },
    jwt: { claims },
    failsItself: true,
  })
  await world.enter()
  expect((await world.browser.session()).token.role).toBe('member')
  role = 'owner'
  const response = await world.browser.send('/auth/session')
  expect(response.status).toBe(200)
  expect(await response.json()).toBeNull()
  expect(world.errors).toMatchObject([{ type: 'JWTSessionError' }])
  role = 'admin'
  await world.enter()
  expect((await world.browser.session()).token.role).toBe('admin')
})

describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
  test('SU-1: the callback receives only data that matches the schema of updates, as returned by the schema', async () => {
    const { updates, callbacks } = recordedUpdates(strategy)
    const schema = v.object({ theme: v.picklist(['light', 'dark']) })
    const world = await start({ strategy, session: { update: schema }, callbacks })
    await world.enter()
    expect((await update(world.browser, { theme: 'dark', role: 'admin' })).status).toBe(200)
    expect((await update(world.browser, { theme: 'pink' })).status).toBe(400)
    expect((await update(world.browser, hostile)).status).toBe(400)
    expect(updates).toEqual([{ theme: 'dark' }])
  })

  test('SU-2: an update without a session, or with an expired session, calls no callback', async () => {
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

  test('SU-5: a callback that throws leaves the session unchanged, and its message is not sent to the browser', async () => {
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

test('SU-4: each of two concurrent updates returns its result, and the session contains one of the two results', async () => {
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
  // The browser keeps the last cookie that it receives. Nothing else orders the updates of a sealed session.
  expect(['one', 'two']).toContain((await world.browser.session()).note)
})

function startUpdates() {
  const received: unknown[] = []
  const made = app({
    providers: [credentials({ input: {}, authorize: () => ({ id: 'ada', name: 'Ada' }) })],
    callbacks: {
      jwt: (context) => {
        if (context.trigger === 'update') received.push(context.session)
        return context.token
      },
    },
  })
  const browser = new Browser(made.handle)
  const update = async (data: string): Promise<number> => {
    const body = `{"csrfToken":"${await browser.csrfToken()}","data":${data}}`
    const headers = { origin: browser.origin, 'content-type': 'application/json' }
    return (await browser.send('/auth/session', { method: 'POST', body, headers })).status
  }
  /** Updates the session like a server function in a framework. */
  const updateOnServer = (data: unknown): Promise<unknown> =>
    made.update(data, {
      request: new Request('https://app.test/', { headers: { cookie: browser.jar.header } }),
    })
  return {
    browser,
    received,
    update,
    updateOnServer,
    signIn: () => browser.post('/auth/callback/credentials'),
  }
}

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

describe('data of an update', () => {
  test('`__proto__` members of update data are removed at any depth', async () => {
    const { received, update, updateOnServer, signIn } = startUpdates()
    await signIn()
    const data = '{"__proto__":{"isAdmin":true},"a":[{"__proto__":{"isAdmin":true},"b":1}],"constructor":"x"}'
    expect(await update(data)).toBe(200)
    await updateOnServer(JSON.parse(data))
    expect(received).toHaveLength(2)
    for (const data of received) {
      expect(JSON.stringify(data)).toBe('{"a":[{"b":1}],"constructor":"x"}')
      expect(Object.assign({}, data)).not.toHaveProperty('isAdmin')
    }
    expect({}).not.toHaveProperty('isAdmin')
  })

  test.each([
    ['32 levels', 200, nested(32)],
    ['33 levels', 400, nested(33)],
    ['20,000 levels', 400, nested(20_000)],
    ['9,000 values', 200, JSON.stringify(Array.from({ length: 9_000 }, () => 1))],
    ['10,001 values', 400, JSON.stringify(Array.from({ length: 10_001 }, () => 1))],
    ['60,000 characters', 200, JSON.stringify('x'.repeat(60_000))],
    ['70,000 characters', 400, JSON.stringify('x'.repeat(70_000))],
    ['70,000 characters in names', 400, JSON.stringify({ ['x'.repeat(70_000)]: 1 })],
  ])('an update request with %s gets %i', async (_, status, data) => {
    const { received, update, updateOnServer, signIn } = startUpdates()
    await signIn()
    expect(await update(data)).toBe(status)
    expect(received).toHaveLength(status === 200 ? 1 : 0)
    const onServer = updateOnServer(JSON.parse(data))
    if (status === 200) await onServer
    else await expect(onServer).rejects.toMatchObject({ type: 'InvalidRequest' })
    expect(received).toHaveLength(status === 200 ? 2 : 0)
  })
})
