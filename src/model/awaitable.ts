/**
 * A value, or a promise of it. `Promise` is listed beside `PromiseLike` to save type-checking time: the compiler then compares two
 * promises by their type argument, instead of by their methods for every method of every adapter.
 */
export type Awaitable<T> = T | Promise<T> | PromiseLike<T>

export function isPromise<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
