import type { Adapter, AdapterUser } from '../contract.js'
import { expectNothing, fail } from './expect.js'
import { newAccount, newSession, newUser, newVerificationToken } from './fixtures.js'
import type { CaseSettings, CheckedAdapter, ConformanceGroup } from './group.js'
import { LATE } from './timeouts.js'

/** A store that fails in the middle of a call. */
export const faults: ConformanceGroup = {
  methods: [
    'createUser',
    'getUser',
    'getUserByEmail',
    'getUserByAccount',
    'linkAccount',
    'deleteUser',
    'createSession',
    'getSessionAndUser',
    'createVerificationToken',
    'useVerificationToken',
  ],
  timeout: LATE,
  cases: {
    async 'a store that fails is never taken for one that has nothing'(adapter, settings) {
      const { user, account, session } = await person(adapter)
      const reads: readonly [string, (flaky: CheckedAdapter) => unknown][] = [
        ['getUser', (flaky) => flaky.getUser(user.id)],
        ['getUserByEmail', (flaky) => flaky.getUserByEmail(user.email ?? '')],
        ['getUserByAccount', (flaky) => flaky.getUserByAccount(account)],
        ['getSessionAndUser', (flaky) => flaky.getSessionAndUser(session.sessionToken)],
      ]
      for (const [method, read] of reads) {
        await eachFault(settings, async (flaky) => {
          const found = await settle(() => read(flaky))
          return () => {
            if (found.kind === 'gave' && !found.value) fail(method, 'gave nothing when the store failed')
          }
        })
      }
    },
    async 'deleteUser removes all or nothing, and can be repeated'(adapter, settings) {
      await eachFault(settings, async (flaky) => {
        const { user, account, session } = await person(adapter)
        const outcome = await settle(() => flaky.deleteUser(user.id))
        const left = [
          await adapter.getUser(user.id),
          await adapter.getUserByAccount(account),
          await adapter.getSessionAndUser(session.sessionToken),
        ].filter(Boolean).length
        if (left !== 0 && left !== 3) fail('deleteUser', `left ${left} of 3 when the store failed`)
        if (left !== 0 && outcome.kind === 'gave') fail('deleteUser', 'did not say that the store failed')
        await adapter.deleteUser(user.id)
        expectNothing(await adapter.getUser(user.id), 'getUser')
        expectNothing(await adapter.getUserByAccount(account), 'getUserByAccount')
        expectNothing(await adapter.getSessionAndUser(session.sessionToken), 'getSessionAndUser')
      })
    },
    async 'createUser stores a whole user or none, and can be repeated'(adapter, settings) {
      await eachFault(settings, async (flaky) => {
        const { id: _, ...user } = newUser()
        const outcome = await settle(() => flaky.createUser(user))
        const email = user.email ?? ''
        const stored = (await adapter.getUserByEmail(email)) ?? (await adapter.createUser(user))
        const found = await adapter.getUserByEmail(email)
        if (found?.id !== stored.id) fail('createUser', 'left an address without a user')
        if (outcome.kind === 'gave' && (outcome.value as AdapterUser).id !== stored.id) {
          fail('createUser', 'gave a user who is not stored')
        }
      })
    },
    async 'linkAccount links or does not, and can be repeated'(adapter, settings) {
      await eachFault(settings, async (flaky) => {
        const { id } = await adapter.createUser(newUser())
        const account = newAccount(id)
        const outcome = await settle(() => flaky.linkAccount(account))
        const found = await adapter.getUserByAccount(account)
        if (outcome.kind === 'gave' && !found) fail('linkAccount', 'did not say that the store failed')
        if (!found) await adapter.linkAccount(account)
        if ((await adapter.getUserByAccount(account))?.id !== id) {
          fail('linkAccount', 'could not be repeated after the store had failed')
        }
      })
    },
    async 'createSession stores a session or rejects'(adapter, settings) {
      const { id } = await adapter.createUser(newUser())
      await eachFault(settings, async (flaky) => {
        const session = newSession(id)
        const outcome = await settle(() => flaky.createSession(session))
        const found = await adapter.getSessionAndUser(session.sessionToken)
        if (outcome.kind === 'gave' && !found) fail('createSession', 'did not say that the store failed')
      })
    },
    async 'useVerificationToken gives a token at most once'(adapter, settings) {
      await eachFault(settings, async (flaky) => {
        const token = newVerificationToken()
        await adapter.createVerificationToken(token)
        const first = await settle(() => flaky.useVerificationToken(token))
        const second = await adapter.useVerificationToken(token)
        const third = await adapter.useVerificationToken(token)
        const given = [first.kind === 'gave' ? first.value : null, second, third].filter(Boolean).length
        if (given > 1) fail('useVerificationToken', `gave the token ${given} times when the store failed`)
      })
    },
  },
}

/** More uses of the store than any method makes. */
const MOST_CALLS = 100

/** Runs the work with a store that fails at its first use, at its second, and so on, until the work uses it less often. */
async function eachFault(
  { faulty }: CaseSettings,
  work: (flaky: CheckedAdapter) => Promise<(() => void) | void>,
): Promise<void> {
  for (let call = 1; call <= MOST_CALLS; call++) {
    if (!faulty) return
    const { adapter, failed } = await faulty(call)
    const verdict = await work(checked(adapter))
    if (!failed()) {
      if (call === 1) fail('faulty', 'the store did not fail at its first use')
      return
    }
    verdict?.()
  }
  fail('faulty', `the store still failed at use ${MOST_CALLS}`)
}

/** The same methods are there as in the sound adapter. */
function checked(adapter: Adapter): CheckedAdapter {
  return adapter as CheckedAdapter
}

type Outcome = { readonly kind: 'gave'; readonly value: unknown } | { readonly kind: 'rejected' }

async function settle(run: () => unknown): Promise<Outcome> {
  try {
    return { kind: 'gave', value: await run() }
  } catch {
    return { kind: 'rejected' }
  }
}

/** A user with an account and a session. */
async function person(adapter: CheckedAdapter) {
  const user = await adapter.createUser(newUser())
  const account = newAccount(user.id)
  const session = newSession(user.id)
  await adapter.linkAccount(account)
  await adapter.createSession(session)
  return { user, account, session }
}
