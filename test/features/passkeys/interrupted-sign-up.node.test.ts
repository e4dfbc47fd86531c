import { describe, expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { faults } from '../../../src/testing.js'
import { Browser, locationOf } from '../../support/browser.js'
import { databases } from '../../support/databases.js'
import { gate } from '../../support/gate.js'
import { intercepted } from '../../support/intercepted.js'
import { type PasskeyWorld, type PasskeyWorldOptions, passkeyWorlds } from '../../support/passkeys.js'

const worldOf = passkeyWorlds()
const ADA = 'ada@example.com'

type Write = 'createUser' | 'linkAccount' | 'createAuthenticator'

interface Mortal {
  readonly adapter: Adapter
  /** Simulates the end of the process after a write: all later calls of the database fail. */
  dieAfter(write: Write): void
  restart(): void
}

/** An adapter without transactions, of a process that can end between two writes. */
function mortal({ inTransaction: _, ...real }: Adapter & { inTransaction?: unknown }): Mortal {
  let [last, isDead]: [Write | undefined, boolean] = [undefined, false]
  const methods = Object.entries(real).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      if (isDead) throw new Error('The process has ended.')
      const result = await (method as (...args: unknown[]) => unknown)(...args)
      if (name !== last) return result
      isDead = true
      throw new Error('The process has ended.')
    },
  ])
  return {
    adapter: Object.fromEntries(methods),
    dieAfter(write) {
      last = write
    },
    restart() {
      ;[last, isDead] = [undefined, false]
    },
  }
}

const errorOf = (response: Response): string | null =>
  response.status >= 400 ? String(response.status) : locationOf(response).searchParams.get('error')

interface Site extends Omit<PasskeyWorld, 'adapter'>, Mortal {}

const start = async (open: () => Promise<Adapter>): Promise<Site> => {
  const one = mortal(await open())
  const { adapter: _, ...world } = await worldOf({ through: () => one.adapter })
  return { ...world, ...one }
}

const signsUp = async (world: Site): Promise<boolean> => {
  const browser = world.anotherBrowser()
  return errorOf(await world.register(ADA, browser)) === null && (await browser.session()) !== null
}

describe.each(databases)('a sign-up with a passkey, without transactions (%s)', (_, open) => {
  test.each(['createUser', 'linkAccount'] as const)(
    'a sign-up with a passkey can be repeated if the process ended after %s',
    async (write) => {
      const world = await start(open)
      world.dieAfter(write)
      expect(errorOf(await world.register(ADA))).not.toBeNull()
      world.restart()
      expect(await signsUp(world)).toBe(true)
      const browser = world.anotherBrowser()
      await world.use(browser)
      expect(await browser.session()).toMatchObject({ user: { email: ADA } })
    },
  )

  test('an attacker cannot repeat an interrupted sign-up with a passkey once the passkey is stored', async () => {
    const world = await start(open)
    world.dieAfter('createAuthenticator')
    expect(errorOf(await world.register(ADA))).not.toBeNull()
    world.restart()
    expect(await signsUp(world)).toBe(false)
    const browser = world.anotherBrowser()
    await world.use(browser, {}, world.authenticator.keys[0])
    expect(await browser.session()).toMatchObject({ user: { email: ADA } })
  })

  test('repeating a sign-up with a passkey does not take over a user who meanwhile has another sign-in method', async () => {
    const world = await start(open)
    world.dieAfter('createUser')
    await world.register(ADA)
    world.restart()
    const user = await world.adapter.getUserByEmail?.(ADA)
    const account = { provider: 'acme', providerAccountId: '7', type: 'oidc' } as const
    await world.adapter.linkAccount?.({ ...account, userId: user?.id ?? '' })
    expect(await signsUp(world)).toBe(false)
    expect(await world.adapter.getUserByAccount?.(account)).toMatchObject({ id: user?.id })
  })

  test('repeating a sign-up with a passkey does not take over a user whose e-mail address was verified meanwhile', async () => {
    const world = await start(open)
    world.dieAfter('createUser')
    await world.register(ADA)
    world.restart()
    const user = await world.adapter.getUserByEmail?.(ADA)
    await world.adapter.updateUser?.({ id: user?.id ?? '', emailVerified: new Date() })
    expect(await signsUp(world)).toBe(false)
    expect(await world.adapter.getUserByEmail?.(ADA)).toMatchObject({ id: user?.id })
  })

  test('a sign-up with a passkey does not take over a user without logins who was stored in another way', async () => {
    const world = await start(open)
    const user = await world.adapter.createUser?.({ email: ADA, emailVerified: null })
    expect(await signsUp(world)).toBe(false)
    expect(await world.adapter.getUserByEmail?.(ADA)).toMatchObject({ id: user?.id })
  })

  test('a running sign-up with a passkey succeeds although concurrent sign-ups with the same e-mail address fail', async () => {
    const { inTransaction: _, ...plain } = await open()
    const [decided, created] = [gate(), gate()]
    const decisions = [decided]
    const creations = [created]
    const adapter = intercepted(
      plain,
      () => undefined,
      (method) => (method === 'createUser' ? creations.shift()?.pass() : undefined),
    )
    const world = await worldOf({
      through: () => adapter,
      callbacks: {
        signIn: async () => {
          await decisions.shift()?.pass()
          return true
        },
      },
    })
    const [first, second, third] = [world.browser, world.anotherBrowser(), world.anotherBrowser()]
    const secondResponse = world.register(ADA, second)
    await decided.reached
    const firstResponse = world.register(ADA, first)
    await created.reached
    decided.open()
    expect(errorOf(await secondResponse)).toBe('AccountNotLinked')
    expect(errorOf(await world.register(ADA, third))).toBe('AccountNotLinked')
    created.open()
    expect(errorOf(await firstResponse)).toBeNull()
    expect(await first.session()).toMatchObject({ user: { email: ADA } })
    expect(await plain.getUserByEmail?.(ADA)).not.toBeNull()
  })

  test('a sign-up that takes longer than its lock stores no passkey if another sign-up has deleted the user', async () => {
    const { inTransaction: _, ...plain } = await open()
    const created = gate()
    const creations = [created]
    const adapter = intercepted(
      plain,
      () => undefined,
      (method) => (method === 'createUser' ? creations.shift()?.pass() : undefined),
    )
    let passed = 0
    const store = memoryStore({ now: () => performance.now() + passed })
    const world = await worldOf({ through: () => adapter, options: { store } })
    const second = world.anotherBrowser()
    const firstResponse = world.register(ADA)
    await created.reached
    passed = 11_000
    expect(errorOf(await world.register(ADA, second))).toBeNull()
    created.open()
    expect((await firstResponse).status).toBe(503)
    expect(world.errors).toMatchObject([{ type: 'StoreError' }])
    const user = await plain.getUserByEmail?.(ADA)
    expect(await second.session()).toMatchObject({ user: { email: ADA } })
    expect(await plain.listAuthenticatorsByUserId?.(user?.id ?? '')).toHaveLength(1)
  })
})

test('a sign-up does not report the e-mail address as taken if the response to its transaction was lost', async () => {
  const rows = memory()
  const inTransaction = <Result>(work: (inside: typeof rows) => Promise<Result>) => work(rows)
  const database = faults({ ...rows, inTransaction })
  const world = await worldOf({ through: () => database.target })
  database.add('inTransaction', { kind: 'fails after', nth: 1 })
  const response = await world.register(ADA)
  expect(database.failed).toBe(1)
  expect(response.status).toBe(503)
  expect(world.errors).toMatchObject([{ type: 'AdapterError' }])
  expect(await rows.getUserByEmail(ADA)).not.toBeNull()
  // The passkey was stored, and signs in.
  await world.use()
  expect(await world.browser.session()).toMatchObject({ user: { email: ADA } })
})

describe.each(databases)(
  'the same response of an authenticator in two processes without a shared store (%s)',
  (_, open) => {
    /** Two processes with one database, and a response of an authenticator that neither has received yet. */
    async function twoProcesses(
      adapter: Adapter,
      other: Adapter,
      callbacks: NonNullable<PasskeyWorldOptions['callbacks']>,
    ) {
      const first = await worldOf({ through: () => adapter, options: { store: memoryStore() } })
      const second = await worldOf({ through: () => other, callbacks, options: { store: memoryStore() } })
      const { browser, authenticator } = first
      const data = await authenticator.create(await first.options({ action: 'register', email: ADA }))
      const copy = new Browser(second.handle, first.origin, browser.jar.clone())
      return {
        sendToFirst: () => first.answer('register', data),
        sendToSecond: () => second.answer('register', data, copy),
        async expectSignedUp() {
          const another = first.anotherBrowser()
          await first.use(another)
          expect(await another.session()).toMatchObject({ user: { email: ADA } })
        },
      }
    }

    test.each([
      ['with transactions', (adapter: Adapter) => adapter],
      ['without transactions', ({ inTransaction: _, ...others }: Adapter) => others],
    ])(
      'a process that receives a copied passkey response does not delete the account of the other process (%s)',
      async (__, through) => {
        const decided = gate()
        const adapter = through(await open())
        const { sendToFirst, sendToSecond, expectSignedUp } = await twoProcesses(adapter, adapter, {
          signIn: async () => {
            await decided.pass()
            return true
          },
        })
        const late = sendToSecond()
        await decided.reached
        expect(errorOf(await sendToFirst())).toBeNull()
        decided.open()
        expect(errorOf(await late)).not.toBeNull()
        await expectSignedUp()
      },
    )

    test('a process that receives a copied passkey response does not delete the user of the other process', async () => {
      const created = gate()
      const { inTransaction: _, ...plain } = await open()
      const slow = intercepted(
        plain,
        () => undefined,
        (method) => (method === 'createUser' ? created.pass() : undefined),
      )
      const { sendToFirst, sendToSecond, expectSignedUp } = await twoProcesses(slow, plain, {})
      const early = sendToFirst()
      await created.reached
      expect(errorOf(await sendToSecond())).not.toBeNull()
      created.open()
      expect(errorOf(await early)).toBeNull()
      await expectSignedUp()
    })
  },
)
