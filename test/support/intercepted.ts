import type { Adapter } from '../../src/adapters/contract.js'

/**
 * A proxy of the adapter that calls `before` and `after` around each method. The methods run on the adapter itself,
 * not on the proxy, in case the adapter is an instance of a class.
 */
export function intercepted(
  adapter: Adapter,
  before: (method: string) => unknown,
  after: (method: string, result: unknown, args: unknown[]) => unknown = () => undefined,
): Adapter {
  return new Proxy(adapter, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        await before(String(name))
        const result: unknown = await method.apply(target, args)
        await after(String(name), result, args)
        return result
      }
    },
  })
}
