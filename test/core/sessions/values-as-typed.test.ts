import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import type { CredentialsProvider } from '../../../src/providers/kinds/credentials.js'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { patience, runs } from '../../support/fuzz.js'

/*
 * Whatever a callback returns for a token, a session or an update, the next request must read values of the declared
 * types: `ThroughJson` on the server, `Jsonify` in clients.
 */

const ada = { id: 'u1', name: 'Ada', email: 'ada@example.com', emailVerified: null }
const provider = (user = ada): CredentialsProvider =>
  credentials({
    name: 'Password',
    input: { name: {} },
    authorize: () => user,
  })

/** Values that callbacks return: JSON values, and values that JSON changes. They are small enough for a cookie. */
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' }),
  fc.date({ noInvalidDate: false }),
  fc.constantFrom(new Map([['a', 1]]), new Set([1]), undefined, Number.NaN, -0, Number.POSITIVE_INFINITY),
  fc.record({ at: fc.date(), list: fc.array(fc.option(fc.integer(), { nil: undefined }), { maxLength: 3 }) }),
)

const throughJson = (members: object): unknown => JSON.parse(JSON.stringify(members))

async function signedIn(
  options: Parameters<typeof app>[0],
): Promise<{ auth: ReturnType<typeof app>; browser: Browser }> {
  const auth = app(options)
  const browser = new Browser(auth.handle)
  await browser.post('/auth/callback/credentials', { name: 'Ada' })
  return { auth, browser }
}

const requestOf = (browser: Browser) =>
  new Request('https://app.test/', { headers: { cookie: browser.jar.header ?? '' } })

describe('values have their declared types at the next request', () => {
  test(
    'values of a token have their declared types at sign-in and at each read',
    async () => {
      await fc.assert(
        fc.asyncProperty(value, async (added) => {
          const seen: unknown[] = []
          const { auth, browser } = await signedIn({
            providers: [provider()],
            callbacks: {
              jwt: async (context) => ('user' in context ? { ...context.token, added } : context.token),
              session: async (context) => {
                const { token } = context as { token: { added?: unknown } }
                seen.push({ added: token.added })
                return { ...context.session, added: token.added }
              },
            },
          })
          const stored = throughJson({ added }) as { added?: unknown }
          const first = await auth.session(requestOf(browser))
          const second = await auth.session(requestOf(browser))
          expect({ added: (first as typeof stored)?.added }).toEqual({ added: stored.added })
          expect(second).toEqual(first)
          expect((await browser.session()).added).toEqual(stored.added)
          for (const each of seen) expect(each).toEqual({ added: stored.added })
        }),
        runs,
      )
    },
    patience,
  )

  test(
    'values of a database session have the declared types on the server, and are JSON in a browser',
    async () => {
      await fc.assert(
        fc.asyncProperty(value, async (added) => {
          const adapter = memory()
          const stored = await adapter.createUser(ada)
          const { auth, browser } = await signedIn({
            providers: [provider(stored as typeof ada)],
            adapter,
            callbacks: { session: async ({ session }) => ({ ...session, added }) },
          })
          const server = (await auth.session(requestOf(browser))) as { added?: unknown } | null
          expect(server?.added).toBe(added)
          expect((await browser.session()).added).toEqual(
            (throughJson({ added }) as { added?: unknown }).added,
          )
        }),
        runs,
      )
    },
    patience,
  )

  test(
    'the callback receives update values as JSON, and the next read returns its result',
    async () => {
      await fc.assert(
        fc.asyncProperty(value, async (added) => {
          const given: unknown[] = []
          const { auth, browser } = await signedIn({
            providers: [provider()],
            callbacks: {
              jwt: async (context) => {
                if (context.trigger !== 'update') return context.token
                given.push(context.session)
                return { ...context.token, data: context.session }
              },
              session: async (context) => ({
                ...context.session,
                data: (context as { token: { data?: unknown } }).token.data,
              }),
            },
          })
          // Members with this name are removed from update data.
          const stored = JSON.parse(JSON.stringify({ added }), (name, member) =>
            name === '__proto__' ? undefined : member,
          )
          const { session, headers } = await auth.update({ added }, { request: requestOf(browser) })
          browser.jar.take(new Response(null, { headers }), browser.origin)
          expect(given).toEqual([stored])
          expect((session as { data?: unknown }).data).toEqual(stored)
          expect((await browser.session()).data).toEqual(stored)
        }),
        runs,
      )
    },
    patience,
  )
})
