/** The names of methods: those that use the store, and those that open an object with such methods. */
export interface FaultPoints {
  readonly uses: readonly string[]
  readonly opens?: readonly string[]
  /** Whether a use is not counted and never fails. */
  except?(...args: readonly unknown[]): boolean
  /** Whether the methods are synchronous, without a promise or a callback. */
  readonly synchronous?: boolean
}

/** A client whose store fails once, and whether it has failed. */
export interface FaultyClient<Client> {
  readonly client: Client
  failed(): boolean
}

/**
 * Wraps a client so that its `call`-th use of the store fails before it has an effect. Uses of the objects
 * that the client opens, such as pool connections, count as well.
 */
export function faulty<Client extends object>(
  client: Client,
  call: number,
  points: FaultPoints,
): FaultyClient<Client> {
  let calls = 0
  const count = (): void => {
    if (++calls === call) throw new Error('connection lost')
  }
  return { client: counted(client, count, points), failed: () => calls >= call }
}

function counted<Target extends object>(target: Target, count: () => void, points: FaultPoints): Target {
  const { uses, opens = [] } = points
  return new Proxy(target, {
    get(object, name) {
      const member: unknown = Reflect.get(object, name, object)
      if (typeof member !== 'function') return member
      const method = (...args: unknown[]): unknown => member.apply(object, args)
      if (uses.includes(String(name))) {
        return (...args: unknown[]): unknown => {
          if (points.except?.(...args)) return method(...args)
          try {
            count()
          } catch (error) {
            if (points.synchronous) throw error
            return failed(error, args)
          }
          return method(...args)
        }
      }
      if (!opens.includes(String(name))) return method
      const wrapped = (opened: unknown): unknown =>
        typeof opened === 'object' && opened !== null ? counted(opened, count, points) : opened
      return (...args: unknown[]): unknown => {
        const answered = args.map((arg) =>
          typeof arg === 'function' ? (error: unknown, opened: unknown) => arg(error, wrapped(opened)) : arg,
        )
        const answer = method(...answered)
        return answer instanceof Promise ? answer.then(wrapped) : wrapped(answer)
      }
    },
  })
}

/** Reports an error like a driver: to the callback in the arguments, or by a promise. */
function failed(error: unknown, args: readonly unknown[]): unknown {
  const callback = args.at(-1)
  if (typeof callback !== 'function') return Promise.reject(error)
  queueMicrotask(() => callback(error))
  return undefined
}
