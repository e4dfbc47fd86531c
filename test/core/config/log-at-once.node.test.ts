import { expect, test } from 'vitest'
import { backgroundWork } from '../../../src/runtime/core/background-work.js'
import { createEmit } from '../../../src/runtime/core/config/emit-events.js'
import { createLogger } from '../../../src/runtime/core/config/logger.js'
import { guardAdapter } from '../../../src/runtime/core/storage/guarded-adapter.js'

/*
 * A process may exit right after an error. An error must therefore be logged before the current turn of the event loop
 * ends, without loading a module first.
 */

/** Waits for microtasks, but not for the next turn of the event loop. */
async function sameTurn(): Promise<void> {
  for (let step = 0; step < 50; step++) await null
}

test('an error of a listener is logged in the same turn of the event loop', async () => {
  const errors: string[] = []
  const logger = createLogger({ logger: { error: ({ message }) => void errors.push(message) } })
  const listener = (): never => {
    throw new Error('The first error of this process.')
  }
  void createEmit({ signOut: [listener] } as never, logger, backgroundWork())('signOut', {} as never)
  await sameTurn()
  expect(errors).toEqual(["A listener of the event 'signOut' threw."])
})

test('an error of a database is rethrown in the same turn of the event loop', async () => {
  const errors: unknown[] = []
  const down = (): never => {
    throw new Error('The database is down.')
  }
  const adapter = guardAdapter({ getUser: down }, createLogger({ logger: {} }))
  adapter.getUser('ada').catch((error: unknown) => errors.push(error))
  await sameTurn()
  expect(errors).toMatchObject([{ type: 'AdapterError' }])
})
