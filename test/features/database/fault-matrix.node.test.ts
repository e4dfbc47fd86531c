import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { acme } from '../../support/providers.js'
// Loaded before the tests, because their fake timers do not wait for a dynamic import.
import '@simplewebauthn/server'
import type { Provider } from '../../../src/providers/kinds/provider.js'
import { passkey } from '../../../src/providers/passkey.js'
import { Authenticator } from '../../support/authenticator.js'
import {
  catchUp,
  type FaultyAdapter,
  faults,
  faultyAdapter,
  hurry,
  type Method,
} from '../../support/faults.js'
import { type Mailbox, mailbox } from '../../support/mailbox.js'
import { credentials, makeWorld, type World } from '../../support/world.js'

/*
 * Each method of the adapter that a flow calls fails in every possible way. No user is signed in as another user, and the response is correct. Once the database works again, the same user can sign in, and has one row and one account.
 */

const NAME = '__Host-authwright.session-token'
const DAY = 86_400_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

interface Stage {
  readonly world: World
  readonly adapter: FaultyAdapter
  readonly box: Mailbox
  readonly authenticator: Authenticator
  /** Advances the clock. */
  wait(days: number): void
}

interface Flow {
  readonly strategy: 'jwt' | 'database'
  /** The signed-in user after a flow without a fault. */
  readonly who: string | null
  prepare(stage: Stage): Promise<() => Promise<Response>>
  /** The request that is tried once the database works again. */
  again?(stage: Stage): Promise<Response>
}

const signIn: Pick<Flow, 'prepare' | 'again'> = {
  async prepare({ world }) {
    const callback = await world.begin()
    return () => world.finish(callback)
  },
  again: ({ world }) => world.signIn(),
}

async function linking({ world }: Stage): Promise<() => Promise<Response>> {
  const callback = await world.begin(world.browser, '/inside', { link: 'true' })
  return () => world.finish(callback)
}

/** The session ends if the database does not find the user. In that case, signs in again first. */
async function linkAgain({ world }: Stage): Promise<Response> {
  if ((await signedInAs(world)) === null) await world.enter()
  return world.link()
}

const askForMail = ({ world }: Stage): Promise<Response> =>
  world.browser.post('/auth/signin/mail', { email: 'grace@example.com', callbackUrl: '/inside' })

/** Sends the form on the page of a link. */
function followLink({ world, box }: Stage): () => Promise<Response> {
  const params = Object.fromEntries(new URL(box.link, world.origin).searchParams)
  return () => world.browser.post('/auth/callback/mail', { ...params, earlierLogins: 'remove' })
}

const askForOptions = ({ world }: Stage, action: string): Promise<Response> => {
  const fields = { action, email: 'ada@example.com', name: 'Ada Lovelace' }
  return world.browser.send(`/auth/webauthn-options/passkey?${new URLSearchParams(fields)}`)
}

/** Creates or uses a passkey, up to the form that the page sends. */
async function answerWithPasskey(
  stage: Stage,
  action: 'register' | 'authenticate',
): Promise<() => Promise<Response>> {
  const { options } = await (await askForOptions(stage, action)).json()
  const { authenticator, world } = stage
  const data = await (action === 'register' ? authenticator.create(options) : authenticator.get(options))
  const fields = { action, data: JSON.stringify(data), callbackUrl: '/inside' }
  return () => world.browser.post('/auth/callback/passkey', fields)
}

/** Registers a passkey as a new user, and signs out. */
async function registerPasskey(stage: Stage): Promise<void> {
  await (await answerWithPasskey(stage, 'register'))()
  await stage.world.browser.post('/auth/signout')
}

const mailFlow: Pick<Flow, 'prepare'> = {
  async prepare(stage) {
    await askForMail(stage)
    return followLink(stage)
  },
}

const passkeyFlow: Pick<Flow, 'prepare' | 'again'> = {
  async prepare(stage) {
    await registerPasskey(stage)
    return answerWithPasskey(stage, 'authenticate')
  },
  again: async (stage) => (await answerWithPasskey(stage, 'authenticate'))(),
}

const flows: Record<string, Flow> = {
  'a request for a mail': {
    strategy: 'database',
    who: null,
    prepare: async (made) => () => askForMail(made),
  },
  'the link of a mail': { strategy: 'database', who: 'Grace', ...mailFlow },
  'the link of a mail, with session tokens': { strategy: 'jwt', who: 'Grace', ...mailFlow },
  'the second use of a link': {
    strategy: 'database',
    who: null,
    async prepare(made) {
      await askForMail(made)
      const use = followLink(made)
      await use()
      await made.world.browser.post('/auth/signout')
      return use
    },
    again: ({ world }) => world.browser.post('/auth/signout'),
  },
  'options for a passkey': {
    strategy: 'database',
    who: null,
    async prepare(made) {
      await registerPasskey(made)
      return () => askForOptions(made, 'authenticate')
    },
    again: (made) => askForOptions(made, 'authenticate'),
  },
  'options for a new passkey': {
    strategy: 'database',
    who: null,
    prepare: async (made) => () => askForOptions(made, 'register'),
  },
  'a sign-in with a passkey': { strategy: 'database', who: 'Ada Lovelace', ...passkeyFlow },
  'a sign-in with a passkey, with session tokens': { strategy: 'jwt', who: 'Ada Lovelace', ...passkeyFlow },
  'a first sign-in': { strategy: 'database', who: 'Ada Lovelace', ...signIn },
  'a first sign-in, with session tokens': { strategy: 'jwt', who: 'Ada Lovelace', ...signIn },
  'a sign-in of a known user': {
    strategy: 'database',
    who: 'Ada Lovelace',
    ...signIn,
    async prepare(stage) {
      await stage.world.signIn(stage.world.anotherBrowser())
      return signIn.prepare(stage)
    },
  },
  'a sign-in of a known user, with session tokens': {
    strategy: 'jwt',
    who: 'Ada Lovelace',
    ...signIn,
    async prepare(stage) {
      await stage.world.signIn(stage.world.anotherBrowser())
      return signIn.prepare(stage)
    },
  },
  'linking an account': {
    strategy: 'database',
    who: 'Grace',
    again: linkAgain,
    async prepare(stage) {
      await stage.world.enter()
      return linking(stage)
    },
  },
  'linking an account, with session tokens': {
    strategy: 'jwt',
    who: 'Grace',
    again: linkAgain,
    async prepare(stage) {
      await stage.world.enter()
      return linking(stage)
    },
  },
  'a sign-in with a password': {
    strategy: 'database',
    who: 'Grace',
    prepare:
      async ({ world }) =>
      () =>
        world.enter(),
  },
  'a sign-in with a password, with session tokens': {
    strategy: 'jwt',
    who: 'Grace',
    prepare:
      async ({ world }) =>
      () =>
        world.enter(),
  },
  'a sign-in with a password that replaces a session': {
    strategy: 'database',
    who: 'Grace',
    async prepare({ world }) {
      await world.signIn()
      return () => world.enter()
    },
    again: ({ world }) => world.enter(),
  },
  'the start of linking an account': {
    strategy: 'database',
    who: 'Grace',
    async prepare({ world }) {
      await world.enter()
      return () => world.browser.post('/auth/signin/acme', { link: 'true' })
    },
  },
  'reading a session': {
    strategy: 'database',
    who: 'Grace',
    async prepare({ world }) {
      await world.enter()
      return () => world.browser.send('/auth/session')
    },
  },
  'extending a session': {
    strategy: 'database',
    who: 'Grace',
    async prepare({ world, wait }) {
      await world.enter()
      wait(2)
      return () => world.browser.send('/auth/session')
    },
  },
  'reading an expired session': {
    strategy: 'database',
    who: null,
    async prepare({ world, wait }) {
      await world.enter()
      wait(40)
      return () => world.browser.send('/auth/session')
    },
  },
  'an update': {
    strategy: 'database',
    who: 'Grace',
    async prepare({ world }) {
      await world.enter()
      return () => world.browser.post('/auth/session')
    },
  },
  'a sign-out': {
    strategy: 'database',
    who: null,
    async prepare({ world }) {
      await world.enter()
      return () => world.browser.post('/auth/signout')
    },
  },
}

async function stage(strategy: Flow['strategy']): Promise<Stage> {
  let now = Date.now()
  let adapter: FaultyAdapter | undefined
  const box = mailbox()
  const grace = { id: 'grace', name: 'Grace', email: 'grace@example.com' }
  const providers: readonly Provider[] = [acme(), credentials(grace), box.provider, passkey()]
  const world = await makeWorld({
    strategy,
    providers,
    clock: () => now,
    through: (real) => {
      adapter = faultyAdapter(real)
      return adapter.adapter
    },
  })
  const wait = (days: number): void => {
    now += days * DAY
  }
  const authenticator = new Authenticator(world.origin, true)
  return { world, box, authenticator, adapter: adapter as FaultyAdapter, wait }
}

/** The methods that a flow calls without a fault, and those that undo its writes. */
async function methodsOf({ strategy, prepare }: Flow): Promise<Method[]> {
  const made = await stage(strategy)
  const act = await prepare(made)
  made.adapter.called.clear()
  await act()
  return [...made.adapter.called]
}

/** Expects that the response and the session agree. */
async function expectTruth(response: Response, { who }: Flow, { world, adapter }: Stage): Promise<void> {
  adapter.mend()
  const name: unknown = (await world.browser.session())?.user.name ?? null
  const location = response.headers.get('location')
  const claimsDone = response.status === 200 || (location !== null && !location.includes('error='))
  if (response.status === 503) {
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.getSetCookie().filter((line) => line.startsWith(NAME))).toEqual([])
  }
  // A user who was signed in before may still be signed in.
  expect([who, null, 'Grace', 'Ada Lovelace']).toContain(name)
  expect(name).not.toBe('Mallory')
  if (location?.includes('SignOutError') || location?.endsWith('/inside')) return
  if (claimsDone && who === null) expect(name).toBeNull()
}

describe.each(Object.entries(flows))('%s', (_, flow) => {
  test.each(faults)(
    'if a method of the adapter %s, the response of a flow is correct, and the flow can be repeated',
    async (fault) => {
      for (const method of await methodsOf(flow)) {
        const made = await stage(flow.strategy)
        const { world, adapter } = made
        const act = await flow.prepare(made)
        const before = (await signedInAs(world)) ?? null
        adapter.break(method, fault)
        const response = await hurry(act(), adapter)
        const where = `${method} ${fault}`
        expect(response.status, where).not.toBe(500)
        // Each call that hangs delays the response by five seconds.
        expect(adapter.hung, where).toBeLessThanOrEqual(3)
        const location = response.headers.get('location') ?? ''
        adapter.mend()
        await catchUp()
        await expectTruth(response, flow, made)
        const now = (await signedInAs(world)) ?? null
        if (location.endsWith('/inside')) expect(now, where).toBe(flow.who)
        else expect([before, flow.who, null], where).toContain(now)

        const retry = flow.again ? await flow.again(made) : await (await flow.prepare(made))()
        expect(retry.status, where).toBeLessThan(400)
        expect(retry.headers.get('location') ?? '', where).not.toContain('error=')
        expect(await signedInAs(world), where).toBe(flow.who)
        const { users, accounts } = world.adapter.rows
        const emails = users.map(({ email }) => email)
        expect(new Set(emails).size, where).toBe(emails.length)
        expect(accounts.length, where).toBeLessThanOrEqual(1)
        world.check()
      }
    },
  )
})

async function signedInAs({ browser }: World): Promise<string | null> {
  return (await browser.session())?.user.name ?? null
}

/** If the session cannot be created, the earlier writes are undone, and this may fail, too. */
describe.each(['throws before its effect', 'throws after its effect', 'hangs', 'returns null'] as const)(
  'a first sign-in whose session cannot be created, when undoing its writes %s',
  (fault) => {
    test.each([['deleteUser'], ['deleteSession'], ['getUserByAccount'], ['unlinkAccount']] as const)(
      'the next sign-in succeeds even if a failed first sign-in could not be undone (%s)',
      async (method) => {
        const made = await stage('database')
        const { world, adapter } = made
        const callback = await world.begin()
        adapter.break('createSession', 'throws before its effect')
        adapter.break(method, fault)
        // Here, the fake clock must not advance, because requests to the provider would time out.
        const finds = fault === 'returns null' && method === 'getUserByAccount'
        const finished = world.finish(callback)
        const response = await (finds ? finished : hurry(finished, adapter))
        expect(response.status).toBe(503)
        adapter.mend()
        await catchUp()
        await world.signIn()
        expect(await signedInAs(world)).toBe('Ada Lovelace')
        expect(world.adapter.rows.accounts).toHaveLength(1)
        world.check()
      },
    )
  },
)
