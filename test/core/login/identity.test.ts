import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { lowerCase } from '../../../src/runtime/core/login/identity.js'
import { locationOf } from '../../support/browser.js'
import { worlds } from '../../support/world.js'

const start = worlds()

describe('a credentials provider', () => {
  const signInAs = async (id: string) => {
    const world = await start({
      stored: false,
      password: { authorize: () => ({ id, name: 'Ada' }) },
      failsItself: true,
    })
    const { pathname } = locationOf(await world.enter())
    return [pathname, (await world.browser.session())?.user.name]
  }

  test.each(['', 'undefined', 'null', 'NaN', 'Infinity', '-Infinity', '[object Object]', '[object Array]'])(
    'authorize cannot sign in a user with the id %j',
    async (id) => {
      expect(await signInAs(id)).toEqual(['/auth/error', undefined])
    },
  )

  test.each([
    ...[
      'undefined1',
      'xundefined',
      'nullable',
      'not-null',
      'NaN1',
      'xNaN',
      'Infinity1',
      'x-Infinity',
      '--Infinity',
    ],
    ...['[object Object]1', 'x[object Object]', '[object '],
  ])('authorize can sign in a user with the id %j', async (id) => {
    expect(await signInAs(id)).toEqual(['/inside', 'Ada'])
  })
})

describe('flow data', () => {
  /** Response to a sign-in with this flow data, and the flow data that the callback receives. */
  const signInWith = async (data: object, state: unknown) => {
    const received: unknown[] = []
    const world = await start({
      strategy: 'jwt',
      flow: { data } as never,
      callbacks: { signIn: ({ state }: { state?: unknown }) => received.push(state) > 0 },
      failsItself: true,
    })
    const body = JSON.stringify({ csrfToken: await world.browser.csrfToken(), state })
    const response = await world.browser.send('/auth/signin/acme', {
      method: 'POST',
      body,
      headers: { origin: world.origin, 'content-type': 'application/json' },
    })
    if (response.status !== 302) return { status: response.status, messages: world.logged }
    await world.finish(world.idp.authorize(locationOf(response)))
    return { status: 302, received }
  }
  const text = v.object({ text: v.string() })
  // Without the string, the object takes 11 bytes of JSON.
  const ofBytes = (bytes: number, letter = 'x') => ({ text: letter.repeat((bytes - 11) / letter.length) })

  test.each([
    ['1,000 bytes', ofBytes(1_000)],
    ['1,000 bytes of UTF-8', { text: `${'é'.repeat(494)}x` }],
  ])('flow data may have %s', async (_, state) => {
    expect(await signInWith(text, state)).toEqual({ status: 302, received: [state] })
  })

  test.each([
    ['1,001 bytes', ofBytes(1_001)],
    ['1,001 bytes of UTF-8', { text: 'é'.repeat(495) }],
  ])('flow data cannot have %s', async (_, state) => {
    expect((await signInWith(text, state)).status).toBe(400)
  })

  test('flow data that the schema returns may have at most 1,000 bytes', async () => {
    const longer = v.pipe(
      v.unknown(),
      v.transform(() => ofBytes(1_001)),
    )
    expect((await signInWith(longer, { text: 'x' })).status).toBe(400)
  })

  test('flow data must be JSON, even if the schema accepts everything', async () => {
    expect((await signInWith(v.unknown(), '{')).status).toBe(400)
  })

  test.each([null, ''])('flow data is ignored if it is sent as %j', async (state) => {
    expect(await signInWith(text, state)).toEqual({ status: 302, received: [undefined] })
  })

  test('flow data is `null` if the schema returns `undefined`', async () => {
    const nothing = v.pipe(
      v.unknown(),
      v.transform(() => undefined),
    )
    expect(await signInWith(nothing, { text: 'x' })).toEqual({ status: 302, received: [null] })
  })
})

test.each([
  ['ADA@Example.COM', 'ada@example.com'],
  ['AZ', 'az'],
  ['É', 'É'],
  ['\u212a', '\u212a'],
])('lowerCase() converts only ASCII letters: %s to %s', (address, expected) => {
  expect(lowerCase(address)).toBe(expected)
})
