import { AdapterError } from '../errors.js'

/**
 * Throws on extra arguments and unknown options. If a misplaced `sessionTokens: 'plain'` were ignored, the adapter
 * would look up hashes, find no stored token, and sign out every user.
 *
 * @param call - The function with its parameters, such as `'prisma(client, options)'`.
 */
export function checkArguments(
  call: string,
  count: number,
  options: object | undefined,
  names: readonly string[],
): void {
  const [name = '', parameters = ''] = call.split(/[()]/)
  if (count > parameters.split(',').length) throw new AdapterError(`Too many arguments: call ${call}.`)
  if (options === undefined) return
  if (typeof options !== 'object' || options === null) {
    throw new AdapterError(`The options of ${name}() must be an object: call ${call}.`)
  }
  const unknown = Object.keys(options).find((option) => !names.includes(option))
  if (unknown !== undefined) {
    throw new AdapterError(`${name}() has no option "${unknown}". Its options are ${names.join(', ')}.`)
  }
  const { sessionTokens = 'hashed', transactions = true } = options as {
    sessionTokens?: unknown
    transactions?: unknown
  }
  if (sessionTokens !== 'hashed' && sessionTokens !== 'plain') {
    throw new AdapterError(`The option sessionTokens of ${name}() must be 'hashed' or 'plain'.`)
  }
  if (typeof transactions !== 'boolean') {
    throw new AdapterError(`The option transactions of ${name}() must be true or false.`)
  }
}

export function requireFirst(call: string, argument: unknown): void {
  if (argument !== undefined && argument !== null) return
  throw new AdapterError(`The first argument of ${call.split('(')[0]}() is missing: call ${call}.`)
}

export function refuseBoth(name: string, options: object, [one, other]: readonly [string, string]): void {
  const values = options as Readonly<Record<string, unknown>>
  if (values[one] === undefined || values[other] === undefined) return
  throw new AdapterError(`${name}() received the options ${one} and ${other}. Pass one of them.`)
}

/**
 * A copy of the option `user`, the default values of a user's columns.
 *
 * @param name - The name of the adapter's function.
 */
export function copiedDefaults(name: string, user: object | undefined): object {
  try {
    return structuredClone(user ?? {})
  } catch (error) {
    throw new AdapterError(
      `The option user of ${name}() contains a value that cannot be stored, such as a function. Use strings, numbers, booleans, dates or null.`,
      { cause: error as DOMException },
    )
  }
}
