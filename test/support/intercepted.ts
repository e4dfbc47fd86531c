import type { Adapter } from '../../src/adapters/contract.js'

/**
 * The adapter, with each call reported before it is made and once it has a result. Methods of a class are
 * called on the adapter.
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
