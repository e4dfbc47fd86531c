/*
 * Guest passes: a feature as an author outside of this package would write it, following "A feature" in
 * CONTRIBUTING.md. A guest signs in with a pass for at most an hour, and can return the pass.
 */
import {
  clearCookie,
  currentSession,
  defineFeature,
  type FeatureApp,
  json,
  login,
  redirect,
  requireCsrf,
  setCookie,
  textParam,
} from '../../../src/feature.js'
import type { AdapterUser } from '../../../src/index.js'
import { credentials } from '../../../src/providers/credentials.js'

const MAX_AGE_SECONDS = 3600

const PASSES: ReadonlyMap<string, string> = new Map([
  ['pass-1', 'Ada'],
  ['pass-2', 'Grace'],
])

/** Users who returned their pass, by id. */
const returned = {
  key: (userId: string): string => `guest-pass:returned:${userId}`,
  add: async (app: FeatureApp, userId: string): Promise<void> => {
    await app.store.set(returned.key(userId), 'yes', MAX_AGE_SECONDS)
  },
  has: async (app: FeatureApp, userId: string): Promise<boolean> =>
    (await app.store.get(returned.key(userId))) !== null,
}

/** The number of guests since the app was created. */
function guestCount(_app: FeatureApp): { count: number } {
  return { count: 0 }
}

export const guestPass = defineFeature({
  name: 'guest-pass',
  version: 1,

  routes: {
    guests: { provider: 'none', GET: async ({ app }) => json({ guests: app.get(guestCount).count }) },
    'return-pass': {
      provider: 'none',
      async POST({ app, exchange }) {
        await requireCsrf(exchange)
        const session = await currentSession(exchange)
        if (session) await returned.add(app, session.userId)
        return redirect(exchange.origin + app.home)
      },
    },
  },

  flow: async () => ({
    callbackMethods: ['POST'],
    async callback(provider, { app, exchange }) {
      await requireCsrf(exchange)
      const pass = textParam(exchange.body, 'pass') ?? ''
      const name = PASSES.get(pass)
      if (name === undefined) return json({ message: 'No such pass.' }, 403)
      const account = { provider: provider.id, type: 'credentials', providerAccountId: pass } as const
      const user = { id: pass, name }
      return redirect(
        await login(
          {
            provider: provider.id,
            user,
            account,
            claim: { kind: 'account', link: account, linksByEmail: false },
          },
          { app, exchange },
        ),
      )
    },
    signInMethod: ({ id }, { app, origin }) => ({
      type: 'credentials',
      id,
      name: 'Guest pass',
      fields: { pass: { label: 'Your pass' } },
      action: `${origin}${app.basePath}/callback/${id}`,
    }),
  }),

  sessions: ({ app }) => ({
    name: 'guest-pass',
    phase: 'find',
    begin: ({ identity }) =>
      identity.provider === 'guest' ? { end: Math.floor(app.clock() / 1000) + MAX_AGE_SECONDS } : {},
    admit: async ({ userId }) => ((await returned.has(app, userId)) ? 'end' : 'keep'),
  }),

  login: {
    async after(_, app, exchange) {
      app.get(guestCount).count += 1
      setCookie(exchange, 'guest', 'yes')
    },
  },

  signOut: {
    async after(exchange) {
      clearCookie(exchange, 'guest')
    },
  },

  accountSection: ({ app, userId }) => ({
    title: 'Guest pass',
    items: [
      {
        title: 'Your pass',
        detail: `Of guest <${userId}>`,
        forms: [{ label: 'Return it', action: `${app.basePath}/return-pass` }],
      },
    ],
  }),

  checks: [
    (_, own) =>
      own.length > 1
        ? [{ code: 'second', sentence: `Remove '${own[1]?.id}': guests need one provider.` }]
        : [],
  ],

  api: {
    async guests(call): Promise<number> {
      return (await call.app()).get(guestCount).count
    },
    async withdrawPass(call, userId: string): Promise<void> {
      await returned.add(await call.app(), userId)
    },
  },
})

/** Never called, because the flow of the feature replaces it. */
const authorize = async (): Promise<AdapterUser | null> => null

/** The provider, which carries the feature. */
export function guest<const Id extends string = 'guest'>(id: Id = 'guest' as Id) {
  const form = credentials({ id, name: 'Guest pass', input: { pass: {} }, authorize })
  return { ...form, '~feature': guestPass }
}
