import { StoreError } from '../../../errors.js'
import { type Awaitable, isPromise } from '../../../model/awaitable.js'
import type { Store } from '../../../stores/contract.js'
import { asError } from '../base/as-error.js'
import { CallTimeout, inTime } from '../base/in-time.js'

const TIME_LIMIT_MS = 1_000

/** Consecutive timeouts after which the circuit opens. While it is open, calls fail at once. */
const MAX_TIMEOUTS = 3

/** A probe is a call that tests whether the store responds again. */
const PROBE_INTERVAL_MS = 1_000

const OUTAGE_ADVICE =
  "Until it responds, sessions of strategy 'jwt' are not read, and sign-ins and sign-outs fail, with 503. Start it, or check its host and the network."

/** For a store that responds with an error, for example because it is full. */
const FAILURE_ADVICE =
  'Requests that need the store are refused with 503. Fix the cause, which is in the log.'

/** Clients of Redis and `fetch` have no common error class for a lost connection, only similar messages. */
const connectionError =
  /\bE(?:CONN|HOST|NET|NOTFOUND|PIPE|TIMEDOUT|AI_AGAIN)|connect|offline|closed|socket|stream|network|fetch failed|time(?:d )?out|respond|retries/i

export interface GuardStore {
  (store: Store): Store
  /** Wraps the calls of another store, such as one for sessions. */
  calls(store: { readonly location?: string }): GuardedCall
}

/**
 * Wraps stores with error messages and a circuit breaker. All apps with the same store share a wrapper,
 * because a configuration that is a function may create an app for each request.
 */
export function createGuardStore(): GuardStore {
  const guarded = new WeakMap<Store, Store>()
  const guards = new WeakMap<object, GuardedCall>()
  const guard = (store: Store): Store => {
    const result = guarded.get(store) ?? guardStore(store)
    guarded.set(store, result)
    return result
  }
  const calls = (store: { readonly location?: string }): GuardedCall => {
    const result = guards.get(store) ?? guardCalls(store.location ?? 'The store of sessions')
    guards.set(store, result)
    return result
  }
  return Object.assign(guard, { calls })
}

function guardStore(store: Store): Store {
  const { location = 'The store' } = store
  const guard = guardCalls(location)
  return {
    ...(store.scope && { scope: store.scope }),
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

/**
 * Returns `null` instead of `undefined`, which a store written in JavaScript may return for a missing key,
 * like a `Map`.
 */
function valueOrNull(value: Awaitable<string | null>): Awaitable<string | null> {
  return isPromise(value) ? value.then((result) => result ?? null) : (value ?? null)
}

/**
 * Calls a store. Failures are thrown as `StoreError`.
 *
 * @param method - The called method, for error messages.
 */
export type GuardedCall = <Result>(method: string, call: () => Awaitable<Result>) => Awaitable<Result>

function guardCalls(location: string): GuardedCall {
  const circuit = createCircuit(location)
  return (method, call) => {
    const failed = (error: unknown): never => {
      const err = asError(error)
      const advice = isOutage(err) ? OUTAGE_ADVICE : FAILURE_ADVICE
      throw new StoreError(`${location} failed in '${method}'. ${advice}`, { cause: { err, method } })
    }
    if (!circuit.beginCall()) return Promise.reject(circuit.error()).catch(failed)
    try {
      const result = call()
      return isPromise(result) ? circuit.watch(result).catch(failed) : result
    } catch (error) {
      return failed(error)
    }
  }
}

interface Circuit {
  /**
   * Returns whether the call may be made. While the circuit is open, returns `true` once per
   * `PROBE_INTERVAL_MS`, for a probe.
   */
  beginCall(): boolean
  error(): Error
  watch<Result>(result: PromiseLike<Result>): Promise<Result>
}

function isOutage(error: Error): boolean {
  return error instanceof CallTimeout || connectionError.test(error.message)
}

function createCircuit(location: string): Circuit {
  let timeouts = 0
  let nextProbe = 0
  return {
    beginCall() {
      if (timeouts < MAX_TIMEOUTS) return true
      const now = performance.now()
      if (now < nextProbe) return false
      nextProbe = now + PROBE_INTERVAL_MS
      return true
    },
    error: () =>
      new Error(
        `${location} did not respond to ${MAX_TIMEOUTS} calls within ${TIME_LIMIT_MS} ms each. Calls fail at once until it responds to a probe, which is sent at most every ${PROBE_INTERVAL_MS} ms.`,
      ),
    async watch<Result>(result: PromiseLike<Result>) {
      try {
        const value = await inTime(result, TIME_LIMIT_MS)
        timeouts = 0
        return value
      } catch (error) {
        // Only timeouts open the circuit, because calls that fail at once delay no request.
        if (error instanceof CallTimeout) {
          timeouts += 1
          // Later intervals start with a probe, not with its timeout.
          if (timeouts === MAX_TIMEOUTS) nextProbe = performance.now() + PROBE_INTERVAL_MS
        } else if (!isOutage(asError(error))) {
          // The store responded with an error, so it is reachable.
          timeouts = 0
        }
        throw error
      }
    },
  }
}
