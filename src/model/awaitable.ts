/**
 * A value, or a promise of it. `Promise` stands beside `PromiseLike` because a promise is then compared
 * by what it is of; with `PromiseLike` alone the compiler compares the two by their methods, for each
 * method of each adapter.
 */
export type Awaitable<T> = T | Promise<T> | PromiseLike<T>

export function isPromise<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
