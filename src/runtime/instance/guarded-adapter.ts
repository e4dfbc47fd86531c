import type { Asyncify } from 'type-fest'
import type { Adapter } from '../../adapters/contract.js'
import { AdapterError, MissingAdapterMethods } from '../../errors.js'
import type { LoggerInstance } from '../../options/logger.js'
import { asError } from '../as-error.js'
import { inTime } from './in-time.js'

type Methods = Required<Adapter>
type Method = keyof Methods

/** An adapter whose every method can be called and fails with an `AdapterError`. */
export type GuardedAdapter = {
  [Name in Method]: Asyncify<Methods[Name]>
} & { has(name: Method): boolean }

/**
 * Guards an adapter. Methods are called on the adapter itself, so that an instance of a class works;
 * calling one that it does not have throws `MissingAdapterMethods`.
 */
export function guardAdapter(adapter: Adapter, logger: LoggerInstance): GuardedAdapter {
  const call = async (name: Method, args: unknown[]): Promise<unknown> => {
    const method = adapter[name] as ((...args: unknown[]) => unknown) | undefined
    if (!method) throw new MissingAdapterMethods(`The adapter has no method '${name}'.`)
    logger.debug(`adapter ${name}`)
    try {
      return await inTime(method.apply(adapter, args))
    } catch (error) {
      const { withoutSecrets } = await import('./without-secrets.js')
      throw new AdapterError(`The adapter's method '${name}' failed.`, {
        cause: { err: withoutSecrets(asError(error), name, args), method: name },
      })
    }
  }
  const has = (name: Method): boolean => typeof adapter[name] === 'function'
  // One function for every name: a method is looked up when it is called, not copied beforehand.
  return new Proxy({} as GuardedAdapter, {
    get: (_, name) => (name === 'has' ? has : (...args: unknown[]) => call(name as Method, args)),
  })
}
