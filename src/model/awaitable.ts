/**
 * A value, or a promise of it. `Promise` stands beside `PromiseLike` because a promise is then compared
 * by what it is of; with `PromiseLike` alone the compiler compares the two by their methods, for each
 * method of each adapter.
 */
export type Awaitable<T> = T | Promise<T> | PromiseLike<T>

/** Goes on with a value: at once where it is known, so that what every request comes by waits for nothing. */
export function whenKnown<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return isPromise(value) ? value.then<U>(next) : next(value)
}

export function isPromise<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
