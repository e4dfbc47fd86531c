import { InvalidRequest } from '../../../errors.js'
import { asError } from '../base/as-error.js'
import { throughJson } from '../base/json.js'
import { redactErrors } from '../config/logger.js'
import type { Settings } from '../config/settings.js'
import type { SessionUpdate } from './session-strategy.js'

const MAX_DEPTH = 32

const MAX_VALUES = 10_000

const MAX_CHARACTERS = 65_536

/**
 * Returns the data of an update, validated by the schema of `.session({ update })`. `sent` must be plain
 * JSON.
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
 * Converts the data of an update to JSON and back, so that callbacks receive the same data from the server as
 * from a browser.
 */
export function asSent(data: unknown): unknown {
  try {
    return throughJson(data)
  } catch (cause) {
    throw new InvalidRequest('The data of `update` cannot be written as JSON.', { cause: asError(cause) })
  }
}

/**
 * Copies JSON, and throws if it is too large. Omits members named `__proto__`, which could set the prototype
 * of an object to which they are copied.
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
