import type { CallbackSpec } from '../../src/builder/auth-spec.js'
import type { CallbacksInput } from '../../src/builder/steps.js'

/** Callbacks for a strategy that record the data of each update. */
export function recordedUpdates(strategy: 'jwt' | 'database'): {
  readonly updates: unknown[]
  readonly callbacks: CallbacksInput
} {
  const updates: unknown[] = []
  const jwt: CallbackSpec['jwt'][number] = (context) => {
    if (context.trigger === 'update') updates.push(context.session)
    return context.token
  }
  const session: CallbackSpec['session'][number] = (context) => {
    if ('newSession' in context) updates.push(context.newSession)
    return context.session
  }
  return { updates, callbacks: strategy === 'jwt' ? { jwt } : { session } }
}
