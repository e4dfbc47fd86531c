import type { Awaitable } from '../../model/awaitable.js'

/** Goes on with a value: at once where it is known, so that what every request comes by waits for nothing. */
export function whenKnown<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return isPromise(value) ? value.then<U>(next) : next(value)
}

export function isPromise<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
