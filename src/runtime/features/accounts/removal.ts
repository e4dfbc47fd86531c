import type { AdapterUser } from '../../../adapters/contract.js'
import { AdapterError, StoreError } from '../../../errors.js'
import type { RemovalResult } from '../../../model/account.js'
import { asError } from '../../core/base/as-error.js'
import { delay } from '../../core/base/delay.js'
import { createMac } from '../../core/crypto/mac.js'
import { randomToken } from '../../core/crypto/random.js'
import type { App, Exchange } from '../../core/lifetimes.js'
import { sameId } from '../../core/login/identity.js'
import { isRecentSignIn, RECENT_SIGN_IN } from '../../core/sessions/recent-sign-in.js'
import type { LiveSession } from '../../core/sessions/session-strategy.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { accountAdapter, countMethods, type StoredMethods, storedMethods } from './sign-in-methods.js'

/** A signed-in user with the session of the request. */
export interface SignedIn {
  readonly live: LiveSession
  readonly user: AdapterUser
}

/** The stored user of the session that a request carries; `null` where there is none. */
export async function signedInUser(app: App, exchange: Exchange): Promise<SignedIn | null> {
  const adapter = accountAdapter(app)
  const live = await exchange.site.sessions.find(exchange)
  if (!live) return null
  const user = live.strategy === 'database' ? live.user : await adapter.getUser(live.userId)
  return user && sameId(user.id, live.userId) ? { live, user } : null
}

/** One sign-in method, and how it is removed and put back. */
export interface Removal {
  /** Whether the configuration signs in with it. One that it does not is never the last. */
  readonly counts: boolean
  /** Seconds since the sign-in within which it can be removed. */
  readonly within: number | undefined
  /** Says whether it was there, and the user's. */
  remove(): Promise<boolean>
  /** Stores it again: it was removed at the moment when another request removed the others. */
  restore(): Promise<void>
}

/** Does work in a transaction where the adapter has them. */
export function whole<Result>(
  adapter: GuardedAdapter,
  work: (inside: GuardedAdapter) => Promise<Result>,
): Promise<Result> {
  return adapter.has('inTransaction') ? adapter.inTransaction(work) : work(adapter)
}

/**
 * Removes a sign-in method of the signed-in user, unless it is the last one. Requests that remove two of them at the same time take
 * turns: a process that dies in between leaves the other methods, because none is removed without the turn in which they were counted. Where neither
 * store nor database can give turns to several processes, each counts again afterwards, and puts back what was the last.
 *
 * @param find - Finds the method among those of the user.
 */
export async function removeMethod(
  find: (methods: StoredMethods, user: AdapterUser) => Removal | undefined,
  app: App,
  exchange: Exchange,
): Promise<RemovalResult> {
  const signedIn = await signedInUser(app, exchange)
  if (!signedIn) return { ok: false, reason: 'signedOut' }
  const { live, user } = signedIn
  const attempt = async (): Promise<{ before: StoredMethods; removal: Removal } | RemovalResult> => {
    const before = await storedMethods(user.id, app)
    const removal = find(before, user)
    if (!removal) return { ok: false, reason: 'notFound' }
    const now = Math.floor(app.clock() / 1000)
    const isRecent = isRecentSignIn(live, { within: removal.within ?? RECENT_SIGN_IN, began: now, now })
    return isRecent ? { before, removal } : { ok: false, reason: 'reauthenticate' }
  }
  // Before the turn, too: a session that may remove nothing must not keep others of its user waiting.
  const early = await attempt()
  if ('ok' in early) return early
  return inTurn(user.id, app, async (requireTurn) => {
    const found = await attempt()
    if ('ok' in found) return found
    const { before, removal } = found
    const { counts } = removal
    if (counts && (await countMethods(user, before, app)) <= 1) return last
    await requireTurn()
    if (!(await removal.remove())) return { ok: false, reason: 'notFound' }
    if (counts && (await countMethods(user, await storedMethods(user.id, app), app)) === 0) {
      await removal.restore()
      return last
    }
    return { ok: true }
  })
}

const last: RemovalResult = { ok: false, reason: 'lastSignInMethod' }

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
async function inTurn<Result>(
  userId: string,
  app: App,
  work: (requireTurn: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const name = await createMac(app.secrets, 'account removal').sign(String(userId))
  const turns: Turn[] = []
  let mayHaveRemoved = false
  try {
    turns.push(await untilTaken(() => storeTurn(name, app)))
    // A store of this process alone knows nothing of others, which share the database.
    if (app.store.scope === 'process') {
      const requireTable = () => requireStorable(name, app)
      turns.push(await untilTaken(() => databaseTurn(name, app), requireTable))
    }
    const result = await work(async () => {
      for (const turn of turns) await turn.require()
      mayHaveRemoved = true
    })
    mayHaveRemoved = false
    return result
  } finally {
    for (const turn of mayHaveRemoved ? [] : turns.reverse()) {
      await turn.release().catch((error: unknown) => {
        app.logger.debug('the turn of an account removal ends by itself', { error: String(error) })
      })
    }
  }
}

/** @param explain - Throws where no request would ever get a turn. */
async function untilTaken(
  take: () => Promise<Turn | undefined>,
  explain?: () => Promise<void>,
): Promise<Turn> {
  const giveUp = performance.now() + MAX_WAIT
  for (;;) {
    const turn = await take()
    if (turn) return turn
    if (performance.now() > giveUp) {
      await explain?.()
      throw busy()
    }
    await delay(PAUSE)
  }
}

const busy = (): StoreError =>
  new StoreError('Another request is removing a sign-in method of the user. Retry in a minute.')

/** The value of a released turn. The key is not deleted: a store cannot compare and delete in one step, so that could end the turn of the next request. */
const FREE = ''

async function storeTurn(name: string, { store }: App): Promise<Turn | undefined> {
  const key = `account-removal:${name}`
  const holder = randomToken(9)
  const take = async (from: string | null) => store.compareAndSet(key, from, holder, TURN)
  if (!((await take(null)) || (await take(FREE)))) return undefined
  return {
    async require() {
      if (!(await store.compareAndSet(key, holder, holder, TURN))) throw busy()
    },
    async release() {
      await store.compareAndSet(key, holder, FREE, 1)
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
async function databaseTurn(name: string, app: App): Promise<Turn | undefined> {
  const { adapter, clock } = app
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
      if ([...app.providers.values()].some(({ type }) => type === 'email')) throw error
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

/** Throws where the table of tokens takes no turn at all, as with a constraint on identifiers: it would look as if another request had it. */
async function requireStorable(name: string, { adapter, clock }: App): Promise<void> {
  const row = { identifier: IDENTIFIER, token: `${name}.${randomToken(6)}` }
  try {
    await adapter?.createVerificationToken({ ...row, expires: new Date(clock()) })
    await adapter?.useVerificationToken(row)
  } catch (cause) {
    throw new AdapterError(
      `The table of verification tokens does not store the identifier '${IDENTIFIER}', by which requests that remove sign-in methods take turns. Let it store any string, or give the processes a store that they share.`,
      { cause: asError(cause) },
    )
  }
}

/** Whether the database has a table of tokens: that of an application without e-mail providers may lack it. */
async function hasTokens(adapter: GuardedAdapter): Promise<boolean> {
  try {
    await adapter.useVerificationToken({ identifier: IDENTIFIER, token: 'none' })
    return true
  } catch {
    return false
  }
}
