import { StoreError } from '../../../errors.js'
import { type Awaitable, isPromise } from '../../../model/awaitable.js'
import type { Store } from '../../../stores/contract.js'
import { asError } from '../base/as-error.js'
import { CallTimeout, inTime } from './in-time.js'

/** Milliseconds within which a store must respond. */
const TIME_LIMIT_MS = 1_000

/** Calls without a response, one after the other, after which the circuit opens. */
const MAX_LATE = 3

/** Milliseconds between two calls that test whether the store responds again. */
const PROBE_INTERVAL_MS = 1_000

/** What users get. */
const MEANWHILE =
  "Until it responds, sessions of strategy 'jwt' are not read, and sign-ins and sign-outs fail, with 503. Start it, or check its address and the network."

/** Gives each store its guarded form, the same one each time. */
export interface GuardStore {
  (store: Store): Store
  /** The guard of any store's calls, the same one each time. */
  calls(store: { readonly location?: string }): GuardedCall
}

/** Instances that share a store share what is known of it: a lazy configuration makes an app for each request. */
export function createGuardStore(): GuardStore {
  const guarded = new WeakMap<Store, Store>()
  const guards = new WeakMap<object, GuardedCall>()
  const guard = (store: Store): Store => {
    const known = guarded.get(store) ?? guardStore(store)
    guarded.set(store, known)
    return known
  }
  const calls = (store: { readonly location?: string }): GuardedCall => {
    const known = guards.get(store) ?? guardCalls(store.location ?? 'The store of sessions')
    guards.set(store, known)
    return known
  }
  return Object.assign(guard, { calls })
}

/**
 * Guards a store: each method fails with a `StoreError`, also when there is no response within a second. After three
 * such calls the circuit opens: calls fail at once, and one a second tests whether the store responds again. What a store
 * returns without a promise is passed on at once.
 */
function guardStore(store: Store): Store {
  const { location = 'The store' } = store
  const guard = guardCalls(location)
  return {
    ...(store.scope && { scope: store.scope }),
    location,
    get: (key) => guard('get', () => valueOrNull(store.get(key))),
    set: (key, value, ttl) => guard('set', () => store.set(key, value, ttl)),
    consume: (key) => guard('consume', () => valueOrNull(store.consume(key))),
    increment: (key, window, by) => guard('increment', () => store.increment(key, window, by)),
    ...(store.incrementAll && {
      incrementAll: (limited) => guard('incrementAll', () => store.incrementAll?.(limited)),
    }),
    compareAndSet: (key, expected, value, ttl) =>
      guard('compareAndSet', () => store.compareAndSet(key, expected, value, ttl)),
  }
}

/** A store in JavaScript may return `undefined` for a missing key, as a `Map` does. It must not count as a value. */
function valueOrNull(value: Awaitable<string | null>): Awaitable<string | null> {
  return isPromise(value) ? value.then((result) => result ?? null) : (value ?? null)
}

/** Calls a method of a store, by its name. */
export type GuardedCall = <Result>(method: string, call: () => Awaitable<Result>) => Awaitable<Result>

/** @param location - What the log calls the store. */
function guardCalls(location: string): GuardedCall {
  const circuit = createCircuit(location)
  return (method, call) => {
    const failed = (error: unknown): never => {
      throw new StoreError(`${location} failed in '${method}'. ${MEANWHILE}`, {
        cause: { err: asError(error), method },
      })
    }
    if (circuit.isOpen()) return Promise.reject(circuit.error()).catch(failed)
    try {
      const result = call()
      return isPromise(result) ? circuit.watch(result).catch(failed) : result
    } catch (error) {
      return failed(error)
    }
  }
}

interface Circuit {
  /** Whether calls fail at once. One a second is let through as a test. */
  isOpen(): boolean
  error(): Error
  /** The result, if it comes in time. */
  watch<Result>(result: PromiseLike<Result>): Promise<Result>
}

function createCircuit(location: string): Circuit {
  let late = 0
  let nextProbe = 0
  return {
    isOpen() {
      if (late < MAX_LATE) return false
      const now = performance.now()
      if (now < nextProbe) return true
      nextProbe = now + PROBE_INTERVAL_MS
      return false
    },
    error: () =>
      new Error(
        `${location} did not respond to ${MAX_LATE} calls within ${TIME_LIMIT_MS} ms each. Calls fail at once until it responds to one of those that are sent every ${PROBE_INTERVAL_MS} ms.`,
      ),
    async watch<Result>(result: PromiseLike<Result>) {
      try {
        const value = (await inTime(result, TIME_LIMIT_MS)) as Result
        late = 0
        return value
      } catch (error) {
        // A client that rejects at once costs no time, and does not open the circuit.
        if (error instanceof CallTimeout) {
          late += 1
          // A probe that is late does not postpone the next one: they are counted from when they are sent.
          if (late === MAX_LATE) nextProbe = performance.now() + PROBE_INTERVAL_MS
        }
        throw error
      }
    },
  }
}
