import { describe, expect, test } from 'vitest'
import { AccessDenied } from '../../../src/errors.js'
import type { Provider } from '../../../src/providers/kinds/provider.js'
import type { Feature } from '../../../src/runtime/core/feature.js'
import type { LoginHook } from '../../../src/runtime/core/login/hooks.js'
import type { FindRule, SessionRule, ShowRule } from '../../../src/runtime/core/sessions/session-rule.js'
import type { StoredClaims } from '../../../src/stores/contract.js'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { credentialsWith } from '../../support/providers.js'
import { recordedAdapter } from '../../support/recorded-adapter.js'
import { sessionsInMap } from '../../support/stores/session-map.js'

/* Session rules of features, with each kind of session storage. */

const START_SECONDS = 1_800_000_000
const ADA = { id: 'ada', name: 'Ada', email: 'ada@example.com' }

function featureWith(rule: SessionRule, login?: LoginHook): Feature {
  return {
    name: rule.name,
    version: 1,
    load: async () => ({ sessions: () => rule }),
    ...(login && { login }),
  }
}

/** A provider that exists only for its feature. */
function carrier(rule: SessionRule, login?: LoginHook): Provider {
  const provider = credentialsWith({ id: `with-${rule.name}`, authorize: () => null })
  return { ...provider, '~feature': featureWith(rule, login) }
}

const places = ['cookie', 'store', 'database'] as const
type Place = (typeof places)[number]

async function start(place: Place, rules: readonly SessionRule[], login?: LoginHook) {
  const adapter = recordedAdapter()
  await adapter.seed(ADA)
  const storedSessions = new Map<string, StoredClaims>()
  const clock = { seconds: START_SECONDS }
  const site = app({
    providers: [...rules.map((rule) => carrier(rule, login)), credentialsWith({ authorize: () => ADA })],
    adapter,
    session: {
      strategy: place === 'database' ? 'database' : 'jwt',
      ...(place === 'store' && { sessionStore: sessionsInMap(storedSessions) }),
    },
    ...(place !== 'database' && {
      callbacks: {
        session: ({ session, token }: { session: object; token: { level?: unknown } }) => ({
          ...session,
          level: token.level,
        }),
      },
    }),
    clock: () => clock.seconds * 1000,
  } as Parameters<typeof app>[0])
  const browser = new Browser(site.handle)
  /** The number of stored sessions. Sealed cookies are not stored. */
  const stored = async (): Promise<number> => adapter.rows.sessions.length + storedSessions.size
  return { browser, clock, stored, signIn: () => browser.post('/auth/callback/credentials') }
}

describe.each(places)('sessions in a %s', (place) => {
  test('a session ends at the earliest end that its session rules return', async () => {
    const rules: SessionRule[] = [3600, 60, 7200].map((seconds, index) => ({
      name: `rule-${index}`,
      phase: 'find',
      begin: () => ({ end: START_SECONDS + seconds }),
    }))
    const { browser, clock, signIn } = await start(place, rules)
    await signIn()
    clock.seconds += 59
    expect(await browser.session()).not.toBeNull()
    clock.seconds += 2
    expect(await browser.session()).toBeNull()
  })

  test('a session that a rule ended stays ended even if the rule accepts it later', async () => {
    const rule: FindRule & { verdict: 'keep' | 'end' } = {
      name: 'door',
      phase: 'find',
      verdict: 'keep',
      admit: () => rule.verdict,
    }
    const { browser, signIn } = await start(place, [rule])
    await signIn()
    const copy = new Browser(browser.handle)
    copy.headers = { cookie: browser.jar.header ?? '' }
    expect(await copy.session()).not.toBeNull()
    rule.verdict = 'end'
    expect(await browser.session()).toBeNull()
    rule.verdict = 'keep'
    expect(await copy.session()).toBeNull()
  })

  test.each(
    ['find', 'show'].flatMap((phase) => [undefined, null, true, 'kept'].map((verdict) => [phase, verdict])),
  )('a session ends if a session rule of phase %s returns %s', async (phase, verdict) => {
    let isOpen = true
    const rule = { name: 'door', phase, admit: () => (isOpen ? 'keep' : verdict) } as SessionRule
    const { browser, signIn } = await start(place, [rule])
    await signIn()
    expect(await browser.session()).not.toBeNull()
    isOpen = false
    expect(await browser.session()).toBeNull()
  })

  test('a session rule receives the user of the session', async () => {
    const users: string[] = []
    const { browser, signIn } = await start(place, [
      {
        name: 'door',
        phase: 'find',
        admit: async ({ userId }) => {
          users.push(userId)
          return 'keep' as const
        },
      },
    ])
    await signIn()
    await browser.session()
    expect(new Set(users)).toEqual(new Set(['ada']))
  })

  test('a session does not start if `around` of a session rule throws', async () => {
    const { browser, signIn } = await start(place, [
      {
        name: 'full',
        phase: 'find',
        around: async () => {
          throw new AccessDenied('The house is full.')
        },
      },
    ])
    expect((await signIn()).headers.get('location')).toContain('error=AccessDenied')
    expect(await browser.session()).toBeNull()
  })

  test('a session is removed if `around` of a session rule throws after the session was stored', async () => {
    const { browser, signIn, stored } = await start(place, [
      {
        name: 'late',
        phase: 'find',
        around: async (_, create) => {
          await create()
          throw new AccessDenied('Too late.')
        },
      },
    ])
    const response = await signIn()
    expect(response.headers.get('location')).toContain('error=AccessDenied')
    expect(response.headers.getSetCookie().filter((cookie) => cookie.includes('session-token'))).toEqual([])
    expect(await browser.session()).toBeNull()
    expect(await stored()).toBe(0)
  })

  test('a session is removed if a login hook throws after the session was stored', async () => {
    const after = async (): Promise<never> => {
      throw new AccessDenied('Not today.')
    }
    const { browser, signIn, stored } = await start(place, [{ name: 'hooked', phase: 'find' }], { after })
    expect((await signIn()).headers.get('location')).toContain('error=AccessDenied')
    expect(await browser.session()).toBeNull()
    expect(await stored()).toBe(0)
  })

  test('a session is stored once even if a session rule calls `create` twice', async () => {
    const { browser, signIn, stored } = await start(place, [
      {
        name: 'twice',
        phase: 'find',
        // Returns nothing, which TypeScript would not allow.
        around: ((_: unknown, create: () => Promise<void>) => {
          void create()
          void create()
        }) as unknown as NonNullable<SessionRule['around']>,
      },
    ])
    await signIn()
    expect(await browser.session()).not.toBeNull()
    expect(await stored()).toBe(place === 'cookie' ? 0 : 1)
  })

  test('a session does not start if `around` of a session rule does not call `create`', async () => {
    const { browser, signIn, stored } = await start(place, [
      { name: 'forgetful', phase: 'find', around: async () => undefined },
    ])
    expect((await signIn()).headers.get('location')).toContain('error=Configuration')
    expect(await browser.session()).toBeNull()
    expect(await stored()).toBe(0)
  })

  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, '1800000060' as unknown as number])(
    'a session does not start if a session rule returns %s as its end',
    async (end) => {
      const { browser, signIn, stored } = await start(place, [
        {
          name: 'ending',
          phase: 'find',
          begin: () => ({ end: typeof end === 'number' ? START_SECONDS + end : end }),
        },
      ])
      expect((await signIn()).headers.get('location')).toContain('error=Configuration')
      expect(await browser.session()).toBeNull()
      expect(await stored()).toBe(0)
    },
  )

  test.each([0, -60])(
    'a sign-in is refused if a session rule returns an end %d seconds from now',
    async (seconds) => {
      const begin = () => ({ end: START_SECONDS + seconds })
      const { browser, signIn, stored } = await start(place, [{ name: 'ending', phase: 'find', begin }])
      expect((await signIn()).headers.get('location')).toContain('error=AccessDenied')
      expect(await browser.session()).toBeNull()
      expect(await stored()).toBe(0)
    },
  )

  test('a session that a session rule ended is rejected with every copy of its cookie', async () => {
    const rule: ShowRule & { verdict: 'keep' | 'end' } = {
      name: 'curtain',
      phase: 'show',
      verdict: 'keep',
      admit: () => rule.verdict,
    }
    const { browser, signIn } = await start(place, [rule])
    await signIn()
    const copy = new Browser(browser.handle)
    copy.headers = { cookie: browser.jar.header ?? '' }
    expect(await copy.session()).not.toBeNull()
    rule.verdict = 'end'
    expect(await browser.session()).toBeNull()
    rule.verdict = 'keep'
    expect(await copy.session()).toBeNull()
  })

  test('`around` functions of session rules are nested by phase, then by name', async () => {
    const steps: string[] = []
    const around = (name: string, phase: 'find' | 'show'): SessionRule => ({
      name,
      phase,
      around: async ({ userId, id, previousId }, create) => {
        expect([userId, typeof id, previousId]).toEqual(['ada', 'string', undefined])
        steps.push(name)
        await create()
        steps.push(`/${name}`)
      },
    })
    const { browser, signIn } = await start(place, [
      around('a', 'show'),
      around('c', 'find'),
      around('b', 'find'),
    ])
    await signIn()
    expect(await browser.session()).not.toBeNull()
    expect(steps).toEqual(['b', 'c', 'a', '/a', '/c', '/b'])
  })

  test('a session does not start if `begin` of a session rule fails', async () => {
    const begin = async (): Promise<never> => {
      throw new AccessDenied('Not today.')
    }
    const { browser, signIn } = await start(place, [{ name: 'broken', phase: 'find', begin }])
    expect((await signIn()).headers.get('location')).toContain('error=AccessDenied')
    expect(await browser.session()).toBeNull()
  })
})

test('login hooks do not run after a sign-in if callbacks.jwt starts no session', async () => {
  let calls = 0
  const after = async (): Promise<void> => {
    calls += 1
  }
  const site = app({
    providers: [
      carrier({ name: 'hooked', phase: 'find' }, { after }),
      credentialsWith({ authorize: () => ADA }),
    ],
    callbacks: { jwt: () => null },
  })
  const browser = new Browser(site.handle)
  await browser.post('/auth/callback/credentials')
  expect(await browser.session()).toBeNull()
  expect(calls).toBe(0)
})

describe.each(['cookie', 'store'] as const)('claims of sessions in a %s', (place) => {
  test('all session rules can change session claims, and the changes stay', async () => {
    const rule = (name: string, isDone: (level: unknown) => boolean): ShowRule => ({
      name,
      phase: 'show',
      admit: (live) => {
        if (live.strategy !== 'jwt' || isDone(live.claims['level'])) return 'keep'
        return { claims: { ...live.claims, level: `${live.claims['level'] ?? ''}${name}` } }
      },
    })
    const { browser, signIn } = await start(place, [
      rule('y', (level) => level === 'xy'),
      rule('x', (level) => level !== undefined),
    ])
    await signIn()
    expect(await browser.session()).toMatchObject({ level: 'xy' })
    expect(await browser.session()).toMatchObject({ level: 'xy' })
  })
})
