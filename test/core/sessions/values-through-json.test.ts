import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import type { TokenClaims } from '../../../src/builder/auth-spec.js'
import { createSessionStore } from '../../../src/client/session-store.js'
import { createAuth } from '../../../src/index.js'
import { credentials } from '../../../src/providers/credentials.js'
import { app, SECRET } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { recordedUpdates } from '../../support/recorded-updates.js'

const ada = { id: 'u1', name: 'Ada', email: 'ada@example.com', image: null }
const providers = [credentials({ input: {}, authorize: () => ada })] as const
const anything = fc.anything({ withDate: true, withMap: true, withSet: true, withNullPrototype: true })
const asRead = (value: unknown): unknown => JSON.parse(JSON.stringify({ value })).value

describe('the values of a token', () => {
  test('callbacks receive each value of a token at sign-in in the form in which the next request reads it', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (value) => {
        const atSignIn: unknown[] = []
        const read: unknown[] = []
        const auth = app({
          providers,
          callbacks: [
            {
              jwt: (context) =>
                context.trigger === 'signIn' ? { ...context.token, value } : { ...context.token },
            },
            {
              jwt: ({ trigger, token }) => {
                if (trigger === 'signIn') atSignIn.push(token['value'])
                else read.push(token['value'])
                return token
              },
              session: (context) => {
                read.push((context as { token: TokenClaims }).token['value'])
                return context.session
              },
            },
          ],
        })
        const browser = new Browser(auth.handle)
        await browser.post('/auth/callback/credentials')
        await browser.session()
        expect(atSignIn).toEqual([asRead(value)])
        expect(read).toEqual([asRead(value), asRead(value)])
      }),
      { numRuns: 60 },
    )
  })

  test('callbacks.session sees a value that JSON changes in the same form at a read and at an update', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (value) => {
        const given: unknown[] = []
        const auth = app({
          providers,
          callbacks: {
            jwt: ({ token }) => ({ ...token, value }),
            session: (context) => {
              given.push((context as { token: TokenClaims }).token['value'])
              return context.session
            },
          },
        })
        const browser = new Browser(auth.handle)
        await browser.post('/auth/callback/credentials')
        await browser.session()
        const request = new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
        await auth.update({}, { request })
        expect(given).toEqual([asRead(value), asRead(value)])
      }),
      { numRuns: 60 },
    )
  })

  test('a token value that JSON cannot represent is refused at sign-in, with the name of the callback', async () => {
    const auth = app({ providers, callbacks: { jwt: ({ token }) => ({ ...token, big: 1n }) } })
    const browser = new Browser(auth.handle)
    const response = await browser.post('/auth/callback/credentials')
    expect(response.headers.get('location')).toContain('error=Configuration')
    expect(auth.logged[0]?.message).toContain('callbacks.jwt')
    expect(await browser.session()).toBeNull()
  })
})

describe.each(['jwt', 'database'] as const)('with strategy %s', (strategy) => {
  test('an update on the server passes the same data to the callbacks as an update in the browser', async () => {
    const { updates, callbacks } = recordedUpdates(strategy)
    const adapter = memory()
    const { id } = await adapter.createUser({ ...ada, emailVerified: null })
    const auth = app({
      adapter,
      providers: [{ ...providers[0], authorize: () => ({ ...ada, id }) }],
      session: { strategy },
      callbacks,
    })
    const browser = new Browser(auth.handle)
    await browser.post('/auth/callback/credentials')
    const data = { since: new Date(0), gone: undefined, set: new Set([1]) }
    const csrfToken = await browser.csrfToken()
    await browser.send('/auth/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ csrfToken, data }),
    })
    await auth.update(data, {
      request: new Request('https://app.test/', { headers: { cookie: browser.jar.header } }),
    })
    expect(updates).toEqual([asRead(data), asRead(data)])
    const refused = auth.update(1n, { request: new Request('https://app.test/') })
    await expect(refused).rejects.toThrow('The data of `update` cannot be written as JSON.')
  })
})

describe('the types', () => {
  const origin = 'https://app.test'

  test('the types of a token and of a session match their values', async () => {
    const auth = createAuth()
      .provider(credentials({ input: {}, authorize: () => ada }))
      .options({ secret: SECRET })
      .callbacks({
        jwt: ({ token, account }) =>
          account ? { ...token, since: new Date(0), seen: new Map([[1, 2]]) } : token,
        session: ({ session, token }) => {
          expectTypeOf(token.since).toEqualTypeOf<string | undefined>()
          expect(token.since).toBe('1970-01-01T00:00:00.000Z')
          expect(token.seen).toEqual({})
          return { ...session, since: token.since, until: new Date(86_400_000) }
        },
      })
      .build()
    const browser = new Browser((request) => auth.handler(request))
    await browser.post('/auth/callback/credentials')
    const request = new Request(`${origin}/`, { headers: { cookie: browser.jar.header } })
    const session = await auth.auth(request)
    expectTypeOf(session?.until).toEqualTypeOf<Date | undefined>()
    expect(session?.until).toEqual(new Date(86_400_000))
    expect(await browser.session()).toMatchObject({
      since: session?.since,
      until: '1970-01-02T00:00:00.000Z',
    })
  })

  test('the types of claims with a schema beside a `jwt` callback match their values', async () => {
    const toDate = v.pipe(
      v.union([v.string(), v.date()]),
      v.transform((value) => new Date(value)),
    )
    const auth = createAuth()
      .provider(credentials({ input: {}, authorize: () => ada }))
      .options({ secret: SECRET })
      .jwt({ claims: v.object({ since: toDate }) })
      .callbacks({
        jwt: (params) => {
          if (params.trigger !== undefined) return { ...params.token, since: new Date(0) }
          expectTypeOf(params.token.since).toEqualTypeOf<Date>()
          expect(params.token.since).toEqual(new Date(0))
          return params.token
        },
        session: ({ session, token }) => {
          expectTypeOf(token.since).toEqualTypeOf<string>()
          expect(token.since).toBe('1970-01-01T00:00:00.000Z')
          return { ...session, since: token.since }
        },
      })
      .build()
    const browser = new Browser((request) => auth.handler(request))
    await browser.post('/auth/callback/credentials')
    expect(await browser.session()).toMatchObject({ since: '1970-01-01T00:00:00.000Z' })
  })
})

test('a page rendered with a session shows the same values as a request for the session', () => {
  const rendered = { user: { id: '1' }, expires: '2030-01-01', since: new Date(0), act: () => 1 }
  const store = createSessionStore({ getSession: async () => null }, rendered, () => () => {})
  const shown = { user: { id: '1' }, expires: '2030-01-01', since: '1970-01-01T00:00:00.000Z' }
  expect(store.get().session).toEqual(shown)
  store.rerender({ ...rendered, since: new Date(1) })
  expect(store.get().session).toEqual({ ...shown, since: '1970-01-01T00:00:00.001Z' })
  store.rerender(null)
  expect(store.get().session).toBeNull()
})
