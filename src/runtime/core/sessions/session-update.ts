import { InvalidRequest } from '../../../errors.js'
import { asError } from '../base/as-error.js'
import { throughJson } from '../base/json.js'
import { redactErrors } from '../config/logger.js'
import type { Settings } from '../config/settings.js'
import type { SessionUpdate } from './session-strategy.js'

/** Maximum nesting of arrays and objects in the data of an update. */
const MAX_DEPTH = 32

/** Maximum number of values in the data of an update, including nested values. */
const MAX_VALUES = 10_000

/** Maximum number of characters of all strings in the data of an update, including names. */
const MAX_CHARACTERS = 65_536

/**
 * Validates the data of an update, and returns the result of the schema. Throws `InvalidRequest` for data that
 * is nested too deeply, is too large, or does not match the schema.
 *
 * @param sent - Plain JSON.
 */
export async function checkedUpdate(sent: unknown, { spec }: Pick<Settings, 'spec'>): Promise<SessionUpdate> {
  const data = limitedCopy(sent)
  const schema = spec.session.update?.['~standard']
  if (!schema) return { data }
  const result = await redactErrors(
    () => schema.validate(data),
    () => [data],
  )
  if (result.issues) throw new InvalidRequest('The data does not match the schema of `.session({ update })`.')
  return { data: result.value }
}

/**
 * Converts the data of an update on the server to JSON values, as a browser would send them. So callbacks
 * receive the same data from a server and from a browser.
 */
export function asSent(data: unknown): unknown {
  try {
    return throughJson(data)
  } catch (cause) {
    throw new InvalidRequest('The data of `update` cannot be written as JSON.', { cause: asError(cause) })
  }
}

/**
 * Copies plain JSON without members named `__proto__`, because copying such a member to another object could
 * set its prototype. Throws `InvalidRequest` for data that is nested too deeply or is too large.
 */
function limitedCopy(data: unknown): unknown {
  let values = 0
  let characters = 0
  const copy = (value: unknown, depth: number): unknown => {
    values += 1
    if (typeof value === 'string') characters += value.length
    const isNested = typeof value === 'object' && value !== null
    if (values > MAX_VALUES || characters > MAX_CHARACTERS || (isNested && depth === MAX_DEPTH))
      throw tooLarge()
    if (!isNested) return value
    if (Array.isArray(value)) return value.map((each) => copy(each, depth + 1))
    const members = Object.entries(value).filter(([name]) => name !== '__proto__')
    return Object.fromEntries(
      members.map(([name, each]) => {
        characters += name.length
        return [name, copy(each, depth + 1)]
      }),
    )
  }
  return copy(data, 0)
}

function tooLarge(): InvalidRequest {
  return new InvalidRequest(
    `The data of \`update\` is too large. Send at most ${MAX_CHARACTERS} characters, ${MAX_VALUES} values and ${MAX_DEPTH} levels.`,
  )
}
