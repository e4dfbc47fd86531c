import { InvalidRequest } from '../../errors.js'
import type { Settings } from '../config/settings.js'

/** The longest data of a flow as JSON, in bytes: a browser keeps 4,096 of a cookie, and a link carries it too. */
const MAX_DATA = 1_000

/**
 * The data that a sign-in was started with, as the schema of `.flow({ data })` returns it; `undefined` where there is none, or no schema. Throws
 * `InvalidRequest` for data that is too long, or does not match.
 *
 * @param given - What the application passed to `signIn`, or what a browser sent: JSON, or its text in the field of a form.
 */
export async function flowData(given: unknown, { spec }: Pick<Settings, 'spec'>): Promise<unknown> {
  const schema = spec.flow?.data['~standard']
  if (!schema || given === undefined || given === null || given === '') return undefined
  const result = await schema.validate(copied(typeof given === 'string' ? given : JSON.stringify(given)))
  if (result.issues)
    throw new InvalidRequest('The state of the sign-in does not match the schema of `.flow({ data })`.')
  return copied(JSON.stringify(result.value) ?? 'null')
}

/** A value of JSON without members named `__proto__`, which code that copies members would take for a prototype. */
function copied(json: string): unknown {
  if (json.length > MAX_DATA || new TextEncoder().encode(json).length > MAX_DATA) {
    throw new InvalidRequest(
      `The state of the sign-in is too long: as JSON it has more than ${MAX_DATA} bytes.`,
    )
  }
  try {
    return JSON.parse(json, (name, value: unknown) => (name === '__proto__' ? undefined : value))
  } catch {
    throw new InvalidRequest('The state of the sign-in is not JSON.')
  }
}
