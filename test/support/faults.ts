import { vi } from 'vitest'
import type { Adapter } from '../../src/adapters/contract.js'
import { type Fault as KitFault, faults as kitFaults } from '../../src/testing.js'
import { gate } from './gate.js'
import { intercepted } from './intercepted.js'

/** The faults of a database. */
export const faults = [
  'throws before its effect',
  'throws after its effect',
  'hangs',
  'is slow',
  'returns null',
  'returns a stale row',
  'reports a unique violation',
  'returns a look-alike row',
] as const

export type Fault = (typeof faults)[number]
export type Method = keyof Adapter

/** An adapter with methods that a test can break. It remembers the called methods. */
export interface FaultyAdapter {
  readonly adapter: Adapter
  readonly called: Set<Method>
  /** Resolves once a broken method is called. */
  readonly fired: Promise<void>
  /** The number of calls that may have changed the stored rows. */
  readonly changes: number
  /** The number of calls of a method that hangs. */
  readonly hung: number
  break(method: Method, fault: Fault): void
  mend(): void
}

/** Lets hanging calls take effect after their time limit, like a statement that the database has already received. */
export async function catchUp(): Promise<void> {
  await vi.advanceTimersByTimeAsync(HANGS)
}

/** Another user, whose data is similar to that of the right user. */
const lookAlike = { id: 'GRACE', name: 'Mallory', email: 'ADA@EXAMPLE.COM', emailVerified: new Date(0) }

/**
 * Milliseconds that a hanging call and a slow call take. The time limit of a database call is between them. The
 * test clock leaps ahead while a step is computed, and leaps further on a busy machine. A hanging call takes
 * days, so that it takes effect only when `catchUp` runs, and never during a step.
 */
const HANGS = 20 * 86_400_000
const SLOW = 4_900

/** Milliseconds that go by while the event loop turns once. */
const LEAP = 500

/** Wraps an adapter with the faults of the test kit, under the names in `faults`. */
export function faultyAdapter(real: Adapter): FaultyAdapter {
  const broken = new Map<string, Fault>()
  const called = new Set<Method>()
  const firstResults = new Map<string, unknown>()
  let isMet = gate()
  let changes = 0
  let hung = 0
  const database = kitFaults(
    intercepted(
      real,
      (method) => {
        if (!isRead(method)) changes += 1
      },
      (method, result, args) => {
        const key = JSON.stringify([method, args])
        if (!broken.has(method) && !firstResults.has(key)) firstResults.set(key, result)
      },
    ),
  )
  const adapter = intercepted(database.target, (method) => {
    called.add(method as Method)
    if (broken.has(method)) void isMet.pass()
    if (broken.get(method) === 'hangs') hung += 1
  })

  return {
    adapter,
    called,
    get fired() {
      return isMet.reached
    },
    get changes() {
      return changes
    },
    get hung() {
      return hung
    },
    break(method, fault) {
      isMet = gate()
      broken.set(method, fault)
      database.add(method, ofKit(fault, method, firstResults))
    },
    mend() {
      broken.clear()
      database.clear()
    },
  }
}

function ofKit(fault: Fault, method: Method, firstResults: ReadonlyMap<string, unknown>): KitFault {
  switch (fault) {
    case 'throws before its effect':
      return { kind: 'fails before' }
    case 'throws after its effect':
      return { kind: 'fails after' }
    case 'hangs':
      return { kind: 'is slow', milliseconds: HANGS }
    case 'is slow':
      return { kind: 'is slow', milliseconds: SLOW }
    case 'returns null':
      return { kind: 'wrong result' }
    case 'returns a stale row':
      return {
        kind: 'wrong result',
        result: (right, ...args) =>
          isRead(method) ? (firstResults.get(JSON.stringify([method, args])) ?? null) : right,
      }
    case 'reports a unique violation': {
      const error = Object.assign(new Error('duplicate key value violates unique constraint'), {
        code: '23505',
      })
      return { kind: 'fails before', error }
    }
    case 'returns a look-alike row':
      return { kind: 'wrong result', result: (right) => lookAlikeOf(method, right) }
  }
}

function isRead(name: string): boolean {
  return name.startsWith('get') || name.startsWith('list')
}

/** A row that a database with loose comparison finds instead of the right row, or beside it. */
function lookAlikeOf(name: Method, answer: unknown): unknown {
  switch (name) {
    case 'getUser':
    case 'getUserByEmail':
      return lookAlike
    case 'getSessionAndUser': {
      const found = answer as Awaited<ReturnType<NonNullable<Adapter['getSessionAndUser']>>>
      if (!found) return null
      const session = {
        ...found.session,
        sessionToken: found.session.sessionToken.toUpperCase(),
        userId: 'GRACE',
      }
      return { session, user: lookAlike }
    }
    default:
      // The results of the other calls contain nothing that could be compared with the call.
      return answer
  }
}

/** Waits for a response while time passes as fast as possible, once a fault has occurred. */
export async function hurry<Answer>(answer: Promise<Answer>, adapter: FaultyAdapter): Promise<Answer> {
  let settled = false
  const done = answer.finally(() => {
    settled = true
  })
  done.catch(() => {})
  await Promise.race([done.catch(() => {}), adapter.fired])
  while (!settled) {
    await new Promise(setImmediate)
    if (!settled && vi.getTimerCount() > 0) await vi.advanceTimersByTimeAsync(LEAP)
  }
  return done
}
