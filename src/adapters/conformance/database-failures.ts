import type { Adapter, AdapterUser } from '../contract.js'
import { expectNothing, fail } from './expect.js'
import { newAccount, newSession, newUser, newVerificationToken, storeUser } from './fixtures.js'
import { BULK_TIMEOUT_MS, type CaseSettings, type CheckedAdapter, type ConformanceGroup } from './group.js'

export const faults: ConformanceGroup = {
  methods: ['createUser', 'getUser', 'getUserByEmail', 'getUserByAccount', 'linkAccount'],
  timeout: BULK_TIMEOUT_MS,
  cases: {
    async 'a read rejects or returns the row if the database fails'(adapter, settings) {
      const user = await adapter.createUser(newUser())
      const account = newAccount(user.id)
      await adapter.linkAccount(account)
      await eachFaultOfRead('getUser', settings, (flaky) => flaky.getUser(user.id))
      await eachFaultOfRead('getUserByEmail', settings, (flaky) => flaky.getUserByEmail(user.email ?? ''))
      await eachFaultOfRead('getUserByAccount', settings, (flaky) => flaky.getUserByAccount(account))
    },
    async 'createUser can be repeated after a failure, because it stores no e-mail address without the user'(
      adapter,
      settings,
    ) {
      await eachFault(settings, async (flaky, report) => {
        const { id: _, ...user } = newUser()
        const outcome = await settle(() => flaky.createUser(user))
        const email = user.email ?? ''
        const stored = (await adapter.getUserByEmail(email)) ?? (await adapter.createUser(user))
        const found = await adapter.getUserByEmail(email)
        if (found?.id !== stored.id) report('createUser', 'stored an e-mail address without a user')
        if (outcome.kind === 'returned' && (outcome.value as AdapterUser).id !== stored.id) {
          report('createUser', 'returned a user who is not stored')
        }
      })
    },
    async 'linkAccount rejects if the account was not stored, and can be repeated'(adapter, settings) {
      await eachFault(settings, async (flaky, report) => {
        const { id } = await adapter.createUser(newUser())
        const account = newAccount(id)
        const outcome = await settle(() => flaky.linkAccount(account))
        const found = await adapter.getUserByAccount(account)
        if (outcome.kind === 'returned' && !found) {
          report('linkAccount', 'returned without storing the account')
        }
        if (!found) await adapter.linkAccount(account)
        if ((await adapter.getUserByAccount(account))?.id !== id) {
          report('linkAccount', 'could not be repeated')
        }
      })
    },
  },
}

export const faultsOfSessions: ConformanceGroup = {
  methods: ['createUser', 'linkAccount', 'createSession', 'getSessionAndUser'],
  timeout: BULK_TIMEOUT_MS,
  cases: {
    async 'getSessionAndUser rejects or returns the row if the database fails'(adapter, settings) {
      const { session } = await storeUser(adapter)
      await eachFaultOfRead('getSessionAndUser', settings, (flaky) =>
        flaky.getSessionAndUser(session.sessionToken),
      )
    },
    async 'createSession rejects if the session was not stored'(adapter, settings) {
      const { id } = await adapter.createUser(newUser())
      await eachFault(settings, async (flaky, report) => {
        const session = newSession(id)
        const outcome = await settle(() => flaky.createSession(session))
        const found = await adapter.getSessionAndUser(session.sessionToken)
        if (outcome.kind === 'returned' && !found) {
          report('createSession', 'returned without storing the session')
        }
      })
    },
  },
}

export const faultsOfUserDeletion: ConformanceGroup = {
  methods: [
    'createUser',
    'getUser',
    'getUserByAccount',
    'linkAccount',
    'deleteUser',
    'createSession',
    'getSessionAndUser',
  ],
  timeout: BULK_TIMEOUT_MS,
  cases: {
    async 'deleteUser removes everything or nothing if the database fails, and can be repeated'(
      adapter,
      settings,
    ) {
      await eachFault(settings, async (flaky, report) => {
        const { user, account, session } = await storeUser(adapter)
        const outcome = await settle(() => flaky.deleteUser(user.id))
        const left = [
          await adapter.getUser(user.id),
          await adapter.getUserByAccount(account),
          await adapter.getSessionAndUser(session.sessionToken),
        ].filter(Boolean).length
        if (left !== 0 && left !== 3) report('deleteUser', `left ${left} of 3 rows`)
        if (left !== 0 && outcome.kind === 'returned') {
          report('deleteUser', 'returned without deleting the user')
        }
        await adapter.deleteUser(user.id)
        expectNothing(await adapter.getUser(user.id), 'getUser')
        expectNothing(await adapter.getUserByAccount(account), 'getUserByAccount')
        expectNothing(await adapter.getSessionAndUser(session.sessionToken), 'getSessionAndUser')
      })
    },
  },
}

export const faultsOfVerificationTokens: ConformanceGroup = {
  methods: ['createVerificationToken', 'useVerificationToken'],
  timeout: BULK_TIMEOUT_MS,
  cases: {
    async 'useVerificationToken returns a token at most once, even if the database fails'(adapter, settings) {
      await eachFault(settings, async (flaky, report) => {
        const token = newVerificationToken()
        await adapter.createVerificationToken(token)
        const first = await settle(() => flaky.useVerificationToken(token))
        const second = await adapter.useVerificationToken(token)
        const third = await adapter.useVerificationToken(token)
        const returned = [first.kind === 'returned' ? first.value : null, second, third].filter(
          Boolean,
        ).length
        if (returned > 1) {
          report('useVerificationToken', `returned the token ${returned} times`)
        }
      })
    },
  },
}

const MAX_CALLS = 100

/** Fails the case with this problem. If the database failed during the work, the message says so. */
type Report = (method: string, problem: string) => void

/**
 * Fails the database at its first call, then at its second call, and so on, until the work ends before the database
 * fails.
 */
async function eachFault(
  { faulty }: CaseSettings,
  work: (flaky: CheckedAdapter, report: Report) => Promise<void>,
): Promise<void> {
  if (!faulty) throw new Error('The option `faulty` is missing.')
  for (let call = 1; call <= MAX_CALLS; call++) {
    const { adapter, failed } = await faulty(call)
    await work(checked(adapter), (method, problem) =>
      fail(method, failed() ? `${problem} when the database failed` : problem),
    )
    if (!failed()) {
      if (call === 1) fail('faulty', 'the database did not fail at its first call')
      return
    }
  }
  fail('faulty', `the database still failed at call ${MAX_CALLS}`)
}

function eachFaultOfRead(
  method: string,
  settings: CaseSettings,
  read: (flaky: CheckedAdapter) => unknown,
): Promise<void> {
  return eachFault(settings, async (flaky, report) => {
    const outcome = await settle(() => read(flaky))
    if (outcome.kind === 'returned' && !outcome.value) report(method, 'returned nothing')
  })
}

function checked(adapter: Adapter): CheckedAdapter {
  return adapter as CheckedAdapter
}

type Outcome = { readonly kind: 'returned'; readonly value: unknown } | { readonly kind: 'rejected' }

async function settle(run: () => unknown): Promise<Outcome> {
  try {
    return { kind: 'returned', value: await run() }
  } catch {
    return { kind: 'rejected' }
  }
}
