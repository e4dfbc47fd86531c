import { AdapterError } from '../errors.js'

/**
 * Rejects wrong arguments of an adapter in plain JavaScript. For example, `sessionTokens` in the wrong place would end every session.
 *
 * @param call - The function with its parameters, such as `'prisma(client, options)'`.
 * @param count - The number of arguments of the call.
 * @param known - The names of the options.
 */
export function checkArguments(
  call: string,
  count: number,
  options: object | undefined,
  known: readonly string[],
): void {
  const [name = '', parameters = ''] = call.split(/[()]/)
  if (count > parameters.split(',').length) throw new AdapterError(`Too many arguments: call ${call}.`)
  if (options === undefined) return
  if (typeof options !== 'object' || options === null) {
    throw new AdapterError(`The options of ${name}() must be an object: call ${call}.`)
  }
  const unknown = Object.keys(options).find((option) => !known.includes(option))
  if (unknown !== undefined) {
    throw new AdapterError(`There is no option "${unknown}" of ${name}(): it has ${known.join(', ')}.`)
  }
  const { sessionTokens = 'hashed' } = options as { sessionTokens?: unknown }
  if (sessionTokens !== 'hashed' && sessionTokens !== 'plain') {
    throw new AdapterError(`The option sessionTokens of ${name}() must be 'hashed' or 'plain'.`)
  }
}
