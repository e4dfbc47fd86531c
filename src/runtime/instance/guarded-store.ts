import { StoreError } from '../../errors.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { Store } from '../../stores/contract.js'
import { asError } from '../as-error.js'
import { isPromise } from '../when-known.js'
import { inTime } from './in-time.js'

/**
 * Guards a store: each method fails with a `StoreError`, also when there is no answer within five seconds. What a
 * store answers at once is passed on at once.
 */
export function guardStore(store: Store): Store {
  return {
    get: (key) => guard('get', () => store.get(key)),
    set: (key, value, ttl) => guard('set', () => store.set(key, value, ttl)),
    consume: (key) => guard('consume', () => store.consume(key)),
    increment: (key, window, by) => guard('increment', () => store.increment(key, window, by)),
    compareAndSet: (key, expected, value, ttl) =>
      guard('compareAndSet', () => store.compareAndSet(key, expected, value, ttl)),
  }
}

function guard<Result>(method: keyof Store, call: () => Awaitable<Result>): Awaitable<Result> {
  const failed = (error: unknown): never => {
    throw new StoreError(`The store's method '${method}' failed.`, {
      cause: { err: asError(error), method },
    })
  }
  try {
    const result = call()
    return isPromise(result) ? (inTime(result).catch(failed) as Promise<Result>) : result
  } catch (error) {
    return failed(error)
  }
}
