import { InvalidRequest } from '../../errors.js'
import type { Instance } from '../instance/instance.js'
import type { SessionUpdate } from './session-strategy.js'

/** What a browser, or the application for it, wants to change of a session, as the schema makes it. */
export async function checkedUpdate(data: unknown, { spec }: Instance): Promise<SessionUpdate> {
  const schema = spec.session.update?.['~standard']
  if (!schema) return { data }
  const result = await schema.validate(data)
  if (result.issues) throw new InvalidRequest('The data does not match the schema of `.session({ update })`.')
  return { data: result.value }
}
