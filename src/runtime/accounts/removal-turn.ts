import { StoreError } from '../../errors.js'
import { createMac } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import type { LoginCapabilities } from '../login/capabilities.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'

/** A turn of one request among those that remove sign-in methods of a user. */
interface Turn {
  /** Throws where the turn has ended, or would end before a method is removed. */
  require(): Promise<void>
  release(): Promise<void>
}

/** Seconds after which a turn in the store ends: several times as long as a call of the database takes at most. */
const TURN = 30

/** Milliseconds for which a request waits for its turn, and between two attempts. */
const MAX_WAIT = 1_000
const PAUSE = 20

/**
 * Does work while no other request removes a sign-in method of the user. Throws `StoreError` where another one has the turn.
 *
 * @param work - Calls `requireTurn` before it removes something. Where it throws after that, the removal may have its effect later, so
 *   the turn ends by itself.
 */
export async function inTurn<Result>(
  userId: string,
  instance: LoginCapabilities,
  work: (requireTurn: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const name = await createMac(instance.secrets, 'account removal').sign(String(userId))
  const turns: Turn[] = []
  let mayHaveRemoved = false
  try {
    turns.push(await untilTaken(() => storeTurn(name, instance)))
    // A store of this process alone knows nothing of others, which share the database.
    if (instance.store.scope === 'process') turns.push(await untilTaken(() => databaseTurn(name, instance)))
    const result = await work(async () => {
      for (const turn of turns) await turn.require()
      mayHaveRemoved = true
    })
    mayHaveRemoved = false
    return result
  } finally {
    for (const turn of mayHaveRemoved ? [] : turns.reverse()) {
      await turn.release().catch((error: unknown) => {
        instance.logger.debug('the turn of an account removal ends by itself', { error: String(error) })
      })
    }
  }
}

async function untilTaken(take: () => Promise<Turn | undefined>): Promise<Turn> {
  const giveUp = performance.now() + MAX_WAIT
  for (;;) {
    const turn = await take()
    if (turn) return turn
    if (performance.now() > giveUp) throw busy()
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
}

const busy = (): StoreError =>
  new StoreError('Another request is removing a sign-in method of the user. Retry in a minute.')

async function storeTurn(name: string, { store }: LoginCapabilities): Promise<Turn | undefined> {
  const key = `account-removal:${name}`
  const holder = randomToken(9)
  if (!(await store.compareAndSet(key, null, holder, TURN))) return undefined
  return {
    async require() {
      if (!(await store.compareAndSet(key, holder, holder, TURN))) throw busy()
    },
    async release() {
      if ((await store.get(key)) === holder) await store.consume(key)
    },
  }
}

/** Milliseconds of one slot of turns in the database. */
const SLOT = 60_000

/** Milliseconds after which a method is no longer removed in a turn, which lasts for a whole slot at least. */
const MAX_TURN = SLOT / 2

/** The identifier of turns among verification tokens. It is no e-mail address, so no mail and no link names it. */
const IDENTIFIER = 'account-removal'

/**
 * A turn in the database: verification tokens of this slot of time and of the next one, which no two requests can store. One that a
 * dead process has left is in no slot that comes later, so none is ever taken from a request that may be alive.
 */
async function databaseTurn(name: string, instance: LoginCapabilities): Promise<Turn | undefined> {
  const { adapter, clock } = instance
  if (!adapter?.has('createVerificationToken') || !adapter.has('useVerificationToken')) return NO_TURN
  const began = performance.now()
  const slot = Math.floor(clock() / SLOT)
  const taken: { readonly identifier: string; readonly token: string }[] = []
  const release = async (): Promise<void> => {
    for (const row of taken.splice(0)) await adapter.useVerificationToken(row)
  }
  for (const each of [slot, slot + 1]) {
    const row = { identifier: IDENTIFIER, token: `${name}.${each}` }
    try {
      await adapter.createVerificationToken({ ...row, expires: new Date((each + 2) * SLOT) })
    } catch (error) {
      await release()
      if (await hasTokens(adapter)) return undefined
      if ([...instance.providers.values()].some(({ type }) => type === 'email')) throw error
      return NO_TURN
    }
    taken.push(row)
  }
  return {
    async require() {
      if (performance.now() - began > MAX_TURN) throw busy()
    },
    release,
  }
}

/** Where the database stores no verification tokens. */
const NO_TURN: Turn = { require: async () => undefined, release: async () => undefined }

/** Whether the database has a table of tokens: that of an application without e-mail providers may lack it. */
async function hasTokens(adapter: GuardedAdapter): Promise<boolean> {
  try {
    await adapter.useVerificationToken({ identifier: IDENTIFIER, token: 'none' })
    return true
  } catch {
    return false
  }
}
