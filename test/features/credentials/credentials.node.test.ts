import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { CredentialsSignin } from '../../../src/errors.js'
import type { CredentialsProvider } from '../../../src/providers/kinds/credentials.js'
import { locationOf } from '../../support/browser.js'
import { ORIGIN, PASSWORD, worlds } from '../../support/world.js'

const start = worlds()

describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
  const answering = (authorize: (...given: any[]) => unknown): Promise<Awaited<ReturnType<typeof start>>> =>
    start({ strategy, password: { authorize: authorize as CredentialsProvider['authorize'] } })

  test.each([
    ['null', () => null, 'CredentialsSignin'],
    ['nothing', () => undefined, 'CredentialsSignin'],
    ['false', () => false, 'CredentialsSignin'],
    ['an empty object', () => ({}), 'Configuration'],
    ['true', () => true, 'Configuration'],
    ['a text', () => 'grace', 'Configuration'],
    ['a user without an id', () => ({ name: 'Grace' }), 'Configuration'],
    ['a user with an empty id', () => ({ id: '' }), 'Configuration'],
    ['a user whose id is an object', () => ({ id: {} }), 'Configuration'],
    ['a user whose id is a number', () => ({ id: 1 }), 'Configuration'],
    [
      'a rejection that comes late',
      () => new Promise((_, reject) => setImmediate(reject, new Error('late'))),
      'Configuration',
    ],
    ['a rejection with nothing', () => Promise.reject(undefined), 'Configuration'],
    [
      'an exception',
      () => {
        throw new Error('connect ECONNREFUSED 10.0.0.7')
      },
      'Configuration',
    ],
    [
      'an exception that is no error',
      () => {
        throw null
      },
      'Configuration',
    ],
  ])('CR-1: authorize that gives %s signs nobody in', async (_, authorize, error) => {
    const world = await answering(authorize)
    const location = locationOf(await world.enter())
    expect(location.searchParams.get('error')).toBe(error)
    expect(location.href).not.toContain('10.0.0.7')
    expect(await world.browser.session()).toBeNull()
    expect(world.adapter.rows.sessions).toEqual([])
  })

  test('CR-1: a code of its own stands in the address, encoded', async () => {
    class Odd extends CredentialsSignin {
      override code = 'locked&error=x\r\nSet-Cookie: a=b#é'
    }
    const world = await answering(() => {
      throw new Odd()
    })
    const { searchParams } = locationOf(await world.enter())
    expect(searchParams.getAll('error')).toEqual(['CredentialsSignin'])
    expect(searchParams.get('code')).toBe('locked&error=x\r\nSet-Cookie: a=b#é')
    expect(await world.browser.session()).toBeNull()
  })

  test('CR-2: an unknown person and a wrong password are answered alike, and neither is an error of the server', async () => {
    const world = await start({ strategy })
    const answers = []
    for (const fields of [{ email: 'nobody@example.com' }, { password: 'wrong' }]) {
      const response = await world.enter(world.browser, fields)
      const headers = [...response.headers].filter(([name]) => name !== 'set-cookie')
      // What was typed comes back in a sealed cookie, which never looks the same twice.
      const cookies = response.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ''))
      answers.push([response.status, headers, cookies, await response.text()])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(world.errors).toEqual([])
  })

  test('CR-4: only the fields that are declared reach authorize, on an object that inherits nothing of ours', async () => {
    const seen: Record<string, unknown>[] = []
    const world = await answering((input) => {
      seen.push(input)
      return null
    })
    const hostile = {
      role: 'admin',
      id: '1',
      '__proto__[x]': '1',
      __proto__x: '1',
      'constructor.prototype.x': '1',
    }
    await world.enter(world.browser, hostile)
    const body = `{"csrfToken":"${await world.browser.csrfToken()}","email":"a","password":{"toString":1},"__proto__":{"x":1}}`
    const headers = { 'content-type': 'application/json' }
    await world.browser.send('/auth/callback/credentials', { method: 'POST', body, headers })
    expect(seen.map((input) => Object.keys(input))).toEqual([
      ['email', 'password'],
      ['email', 'password'],
    ])
    expect(seen[1]).toEqual({ email: 'a', password: '' })
    expect(seen.map((input) => input['x'])).toEqual([undefined, undefined])
  })

  test('CR-4: without declared fields, nothing but what was sent is there', async () => {
    const seen: Record<string, unknown>[] = []
    const input = v.looseObject({})
    const authorize = (given: unknown): null => {
      seen.push(given as Record<string, unknown>)
      return null
    }
    const world = await start({ strategy, password: { input, authorize } })
    const csrfToken = await world.browser.csrfToken()
    const body = `{"csrfToken":"${csrfToken}","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}`
    const headers = { 'content-type': 'application/json' }
    await world.browser.send('/auth/callback/credentials', { method: 'POST', body, headers })
    expect(seen).toHaveLength(1)
    expect(seen[0]?.['admin']).toBeUndefined()
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
    expect(seen[0]).not.toHaveProperty('csrfToken')
  })

  test('CR-4: a schema that returns what it got gets no member named `__proto__`, at any depth', async () => {
    const seen: Record<string, unknown>[] = []
    const validate = (value: unknown) => ({ value: value as Record<string, unknown> })
    const input = { '~standard': { version: 1, vendor: 'test', validate } } as const
    const authorize = (given: unknown): null => {
      seen.push(given as Record<string, unknown>)
      return null
    }
    const world = await start({ strategy, password: { input, authorize } })
    const csrfToken = await world.browser.csrfToken()
    const hostile =
      '{"__proto__":{"admin":true},"\\u005f_proto__":{"admin":true},"a":[{"__proto__":{"admin":true},"b":1}]}'
    const body = `{"csrfToken":"${csrfToken}",${hostile.slice(1)}`
    const headers = { 'content-type': 'application/json' }
    await world.browser.send('/auth/callback/credentials', { method: 'POST', body, headers })
    expect(seen).toHaveLength(1)
    expect(JSON.stringify(seen[0])).toBe('{"a":[{"b":1}]}')
    // As code does that merges what it got.
    expect(Object.assign({}, seen[0])).not.toHaveProperty('admin')
  })

  test('CR-8: a sign-up on the address of somebody who signs in at a provider gets nothing of theirs', async () => {
    const world = await start({
      strategy,
      password: {
        authorize: (input) => {
          const { email } = input as { email: string }
          return { id: 'grace', name: 'Somebody', email }
        },
      },
    })
    await world.signIn()
    const mallory = world.anotherBrowser()
    await world.enter(mallory, { email: 'ada@example.com' })
    const [ada] = world.adapter.rows.users.filter(({ email }) => email === 'ada@example.com')
    expect(world.adapter.rows.accounts.map(({ userId }) => userId)).toEqual([ada?.id])
    const theirs = await mallory.session()
    expect(theirs?.user.name).not.toBe('Ada Lovelace')
    for (const { userId } of world.adapter.rows.sessions.slice(1)) expect(userId).toBe('grace')
  })

  test('CR-10: JSON says the same as a form, and another type says nothing', async () => {
    const world = await start({ strategy })
    const csrfToken = await world.browser.csrfToken()
    const fields = { csrfToken, email: 'grace@example.com', password: PASSWORD, callbackUrl: '/inside' }
    const send = (body: BodyInit, type?: string): Promise<Response> => {
      const headers = {
        origin: ORIGIN,
        cookie: world.browser.jar.header,
        ...(type && { 'content-type': type }),
      }
      const url = `${ORIGIN}/auth/callback/credentials`
      return world.handle(new Request(url, { method: 'POST', body, headers }))
    }
    const form = await send(new URLSearchParams(fields))
    const json = await send(JSON.stringify(fields), 'application/json')
    for (const response of [form, json]) {
      expect([response.status, response.headers.get('location')]).toEqual([302, `${ORIGIN}/inside`])
      expect(response.headers.getSetCookie().join()).toContain('session-token=')
    }
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.set(name, value)
    for (const response of [await send(data), await send(JSON.stringify(fields), 'text/plain')]) {
      expect(response.status).toBe(403)
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })
})

test('CR-7: with sessions in the database there is a row, and the cookie names it', async () => {
  const world = await start({ strategy: 'database' })
  await world.enter()
  expect(world.adapter.rows.sessions.map(({ userId }) => userId)).toEqual(['grace'])
  const stranger = world.anotherBrowser()
  stranger.jar.put('__Host-authwright.session-token', 'another')
  expect(await stranger.session()).toBeNull()
  expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
})
