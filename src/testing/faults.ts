import { refuseProduction } from './production-refusal.js'

/**
 * The kind of a fault:
 *
 * - `'fails before'`: the call throws before anything is stored.
 * - `'fails after'`: the call stores its data and then throws, as if the response was lost.
 * - `'is slow'`: the call takes `milliseconds` longer.
 * - `'never ends'`: the call stores nothing and never settles.
 * - `'wrong result'`: the call stores its data and returns the value of `result`, such as an old row of a
 *   replica.
 */
export type FaultKind = 'fails before' | 'fails after' | 'is slow' | 'never ends' | 'wrong result'

/** A fault of a method. */
export interface Fault {
  /** The kind of the fault. */
  readonly kind: FaultKind
  /** The number of the failing call of the method, from 1. Default: every call from now on. */
  readonly nth?: number
  /** The delay for `'is slow'`, in milliseconds. Default: 1,000. */
  readonly milliseconds?: number
  /** The error to throw. Default: an `Error` that says that the connection was lost. */
  readonly error?: unknown
  /** For `'wrong result'`: receives the correct result and the arguments of the call. Default: returns `null`. */
  readonly result?: (right: unknown, ...args: readonly unknown[]) => unknown
}

/** The names of an adapter's or a store's methods. */
export type FaultyMethod<Target> = {
  [Name in keyof Target]: NonNullable<Target[Name]> extends (...args: never) => unknown ? Name : never
}[keyof Target] &
  string

/** An adapter or a store with failing calls. */
export interface Faults<Target> {
  /** The adapter or store to pass to the configuration instead of the real one. */
  readonly target: Target
  /** The methods that were called, in order. */
  readonly calls: readonly string[]
  /** The number of calls with a fault. */
  readonly failed: number
  /**
   * Adds a fault to a method, or to every method with `'*'`. Calls are counted from now on. If several faults match a
   * call, the newest one applies.
   */
  add(method: FaultyMethod<Target> | '*', fault: Fault): void
  /** Removes all faults. */
  clear(): void
}

interface CountedFault extends Fault {
  readonly method: string
  count: number
}

/**
 * Makes calls of an adapter or a store fail, to test how the application reacts. In `inTransaction`, calls
 * of the inner adapter fail as well.
 *
 * @throws AuthError if `NODE_ENV` is `production`.
 * @example
 * ```ts
 * import { createAuth } from 'authwright'
 * import { memory } from 'authwright/adapters/memory'
 * import { github } from 'authwright/providers/github'
 * import { faults } from 'authwright/testing'
 *
 * const database = faults(memory())
 *
 * const auth = createAuth().provider(github()).adapter(database.target).build()
 *
 * database.add('createSession', { kind: 'fails after', nth: 2 })
 * ```
 *
 * @example
 * Each call of a sign-in fails once:
 *
 * ```ts
 * import { createAuth } from 'authwright'
 * import { memory } from 'authwright/adapters/memory'
 * import { github } from 'authwright/providers/github'
 * import { faults, testAuth } from 'authwright/testing'
 *
 * const database = faults(memory())
 *
 * const auth = createAuth().provider(github()).adapter(database.target).build()
 *
 * const as = testAuth(auth)
 * for (let nth = 1; database.failed === nth - 1; nth++) {
 *   database.add('*', { kind: 'fails after', nth })
 *   await as().catch(() => {})
 *   database.clear()
 *   await as()
 * }
 * ```
 */
export function faults<Target extends object>(real: Target): Faults<Target> {
  refuseProduction()
  const calls: string[] = []
  let added: CountedFault[] = []
  let failed = 0
  const faultOf = (method: string): Fault | undefined => {
    const matching = added.filter((each) => each.method === method || each.method === '*')
    for (const each of matching) each.count += 1
    return matching.find(({ nth, count }) => nth === undefined || nth === count)
  }
  const faulty = <Each extends object>(target: Each): Each =>
    new Proxy(Object.isFrozen(target) ? copyOf(target) : target, {
      get(_, name) {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function' || typeof name !== 'string' || name in Object.prototype)
          return method
        return (...args: unknown[]) => {
          calls.push(name)
          const realArgs = name === 'inTransaction' ? [insideOf(args[0], faulty)] : args
          const call = (): unknown => Reflect.apply(method, target, realArgs)
          const fault = faultOf(name)
          if (!fault) return call()
          failed += 1
          return failing(fault, call, args)
        }
      },
    })
  return {
    target: faulty(real),
    calls,
    get failed() {
      return failed
    },
    add: (method, fault) => void added.unshift({ ...fault, method, count: 0 }),
    clear() {
      added = []
    },
  }
}

/** Copies a frozen object, because a proxy of it could not return other functions. */
function copyOf<Each extends object>(frozen: Each): Each {
  return Object.assign(Object.create(Object.getPrototypeOf(frozen)), frozen)
}

function insideOf(work: unknown, faulty: <Each extends object>(target: Each) => Each): unknown {
  return (inside: object) => (work as (adapter: object) => unknown)(faulty(inside))
}

async function failing(
  { kind, milliseconds = 1_000, error = new Error('The connection was lost.'), result = () => null }: Fault,
  call: () => unknown,
  args: readonly unknown[],
): Promise<unknown> {
  switch (kind) {
    case 'fails before':
      throw error
    case 'fails after':
      await call()
      throw error
    case 'is slow':
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      return call()
    case 'never ends':
      return new Promise(() => {})
    case 'wrong result':
      return result(await call(), ...args)
  }
}
