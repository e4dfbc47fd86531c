/** A value, or a promise of it. `Promise` is listed next to `PromiseLike` to save type-checking time. */
export type Awaitable<T> = T | Promise<T> | PromiseLike<T>

export function isPromise<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
