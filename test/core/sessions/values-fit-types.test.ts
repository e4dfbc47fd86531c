import fc from 'fast-check'
import * as v from 'valibot'
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { createClient } from '../../../src/client.js'
import { createAuth, type SessionOf, type TokenOf } from '../../../src/index.js'
import { credentials } from '../../../src/providers/credentials.js'
import { createSession as createSolidSession } from '../../../src/solid.js'
import { createSession as createSvelteSession } from '../../../src/svelte.js'
import { Browser } from '../../support/browser.js'
import { patience, runs } from '../../support/fuzz.js'

/*
 * Compares values with inferred types: a schema with the type that the compiler infers accepts the value that
 * is read. All numbers are finite, and all dates are valid. JSON replaces other numbers and dates with
 * `null`, which their types do not show.
 */

/** The values that callbacks add. */
interface Added {
  at: Date
  missing: string | undefined
  page: URL
  list: (Date | undefined)[]
  counts: Map<string, number>
  nested: { at: Date | null; none: undefined; each: readonly { at: Date }[] }
  act: () => number
}

const date = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
const added: fc.Arbitrary<Added> = fc.record({
  at: date,
  missing: fc.option(fc.string(), { nil: undefined }),
  page: fc.webUrl().map((url) => new URL(url)),
  list: fc.array(fc.option(date, { nil: undefined }), { maxLength: 3 }),
  counts: fc.dictionary(fc.string(), fc.integer()).map((entries) => new Map(Object.entries(entries))),
  nested: fc.record({
    at: fc.option(date),
    none: fc.constant(undefined),
    each: fc.array(fc.record({ at: date }), { maxLength: 2 }),
  }),
  act: fc.constant(() => 1),
})

const sent = v.strictObject({
  at: v.string(),
  missing: v.exactOptional(v.string()),
  page: v.string(),
  list: v.array(v.nullable(v.string())),
  counts: v.strictObject({}),
  nested: v.strictObject({
    at: v.nullable(v.string()),
    each: v.array(v.strictObject({ at: v.string() })),
  }),
})
type Sent = v.InferOutput<typeof sent>
/** An empty object has several types. */
type Known<Type> = Omit<NonNullable<Type>, 'counts'>

/** The data of `update`, and the result of its schema. */
const change = v.object({ plan: v.string(), until: v.pipe(v.string(), v.isoTimestamp()) })

const secret = 'a secret of more than thirty-two characters'
const ada = { id: 'u1', name: 'Ada', email: 'ada@example.com' }

function sealed(values: Added) {
  return createAuth()
    .provider(credentials({ input: { name: {} }, authorize: () => ada }))
    .session({ update: change })
    .callbacks({
      jwt: ({ token, trigger, session }) =>
        trigger === 'signIn'
          ? { ...token, added: values, updated: undefined }
          : trigger === 'update'
            ? { ...token, added: values, updated: { ...session, now: values.at } }
            : token,
      session: ({ session, token }) => ({ ...session, added: token.added, updated: token.updated }),
    })
    .options({ secret, trustHost: true })
    .build()
}

async function stored(values: Added) {
  const adapter = memory()
  const { id } = await adapter.createUser({ ...ada, emailVerified: new Date(0) })
  return createAuth()
    .provider(credentials({ input: { name: {} }, authorize: () => adapter.getUser(id) }))
    .adapter(adapter)
    .session({ update: change })
    .callbacks({
      session: ({ session, user, newSession }) => ({
        ...session,
        added: values,
        verified: user.emailVerified,
        updated: newSession,
      }),
    })
    .options({ secret, trustHost: true })
    .build()
}

type Handler = (request: Request) => Promise<Response>

async function signedIn(handler: Handler): Promise<Browser> {
  const browser = new Browser(handler)
  await browser.post('/auth/callback/credentials', { name: 'Ada' })
  // Browser clients read the session with `fetch`, so `fetch` sends the cookies of this browser.
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    browser.send(path, { ...init, headers: { ...init?.headers, origin: browser.origin } }),
  )
  vi.stubGlobal('dispatchEvent', () => true)
  return browser
}

const requestOf = (browser: Browser): Request =>
  new Request('https://app.test/', { headers: { cookie: browser.jar.header ?? '' } })

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('values at run time match their inferred types', () => {
  test(
    'strategy `jwt`: values of a token and of a session fit their types on the server, in clients and after an update',
    async () => {
      await fc.assert(
        fc.asyncProperty(added, async (values) => {
          const auth = sealed(values)
          type Instance = typeof auth
          expectTypeOf<Known<TokenOf<Instance>['added']>>().toEqualTypeOf<Known<Sent>>()
          expectTypeOf<Known<SessionOf<Instance>['added']>>().toEqualTypeOf<Known<Sent>>()
          const browser = await signedIn(auth.handler)
          const client = createClient<Instance>()

          const first = await auth.auth(requestOf(browser))
          const second = await auth.auth(requestOf(browser))
          v.parse(sent, first?.added)
          expect(second?.added).toEqual(first?.added)
          const ofClient = await client.getSession()
          expectTypeOf<Known<Known<typeof ofClient>['added']>>().toEqualTypeOf<Known<Sent>>()
          v.parse(sent, ofClient?.added)

          const updated = v.object({ plan: v.string(), until: v.string(), now: v.string() })
          expectTypeOf<NonNullable<SessionOf<Instance>['updated']>>().toEqualTypeOf<
            v.InferOutput<typeof updated>
          >()
          const changed = await client.update({ plan: 'pro', until: values.at.toISOString() })
          v.parse(updated, changed?.updated)
          v.parse(sent, changed?.added)
          expect((await auth.auth(requestOf(browser)))?.updated).toEqual(changed?.updated)
        }),
        runs,
      )
    },
    patience,
  )

  test(
    'strategy `database`: values fit their types on the server, in clients and on a rendered page',
    async () => {
      await fc.assert(
        fc.asyncProperty(added, async (values) => {
          const auth = await stored(values)
          type Instance = typeof auth
          const browser = await signedIn(auth.handler)
          const client = createClient<Instance>()

          const server = await auth.auth(requestOf(browser))
          expectTypeOf(server?.added).toEqualTypeOf<Added | undefined>()
          expectTypeOf(server?.verified).toEqualTypeOf<Date | null | undefined>()
          expect(server?.added).toBe(values)
          expect(server?.verified).toBeInstanceOf(Date)

          const ofClient = await client.getSession()
          expectTypeOf<Known<typeof ofClient>['added']>().toExtend<Sent>()
          expectTypeOf(ofClient?.verified).toEqualTypeOf<string | null | undefined>()
          const svelte = createSvelteSession<Instance>({ session: () => server }).current
          const solid = createSolidSession<Instance>({ session: () => server })()
          expectTypeOf<Known<typeof solid>['added']>().toExtend<Sent>()
          const changed = await client.update({ plan: 'pro', until: values.at.toISOString() })
          for (const each of [ofClient, svelte.data, solid, changed]) {
            v.parse(sent, each?.added)
            v.parse(v.string(), each?.verified)
          }
          v.parse(change, changed?.updated)
        }),
        runs,
      )
    },
    patience,
  )
})
