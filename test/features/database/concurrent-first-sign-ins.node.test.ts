import { describe, expect, test } from 'vitest'
import { memoryStore } from '../../../src/stores/memory.js'
import { locationOf } from '../../support/browser.js'
import { databases } from '../../support/databases.js'
import { gate } from '../../support/gate.js'
import { intercepted } from '../../support/intercepted.js'
import { worlds } from '../../support/world.js'

const start = worlds()

describe.each(databases)(
  'concurrent first sign-ins with one account, without transactions (%s)',
  (_, open) => {
    test('two failed sign-ins do not undo a first sign-in that is still running', async () => {
      const { inTransaction: _, ...plain } = await open()
      const [decided, created] = [gate(), gate()]
      const decisions = [decided]
      const creations = [created]
      let isRefusing = false
      const adapter = intercepted(
        plain,
        (method) => {
          if (isRefusing && method === 'linkAccount') throw new Error('The account cannot be stored.')
        },
        (method) => (method === 'createUser' ? creations.shift()?.pass() : undefined),
      )
      const world = await start({
        through: () => adapter,
        callbacks: {
          signIn: async () => {
            await decisions.shift()?.pass()
            return true
          },
        },
      })
      const [first, second, third] = [world.browser, world.anotherBrowser(), world.anotherBrowser()]
      const secondResponse = world.signIn(second)
      await decided.reached
      const firstResponse = world.signIn(first)
      await created.reached
      isRefusing = true
      decided.open()
      expect((await secondResponse).status).toBe(503)
      expect((await world.signIn(third)).status).toBe(503)
      isRefusing = false
      created.open()
      expect(locationOf(await firstResponse).pathname).toBe('/inside')
      const session = await first.session()
      expect(session).toMatchObject({ user: { name: 'Ada Lovelace' } })
      expect(await plain.getUserByEmail?.(session.user.email)).not.toBeNull()
    })

    test('a first sign-in that takes longer than its lock does not delete the user of a concurrent sign-in', async () => {
      const { inTransaction: _, ...plain } = await open()
      const linking = gate()
      let links = 0
      let isDown = false
      const adapter = intercepted(plain, async (method) => {
        if (method === 'linkAccount' && links++ === 0) {
          await linking.pass()
          throw new Error('The account cannot be stored.')
        }
        if (method === 'getUserByAccount' && isDown) throw new Error('The account cannot be read.')
      })
      let passed = 0
      const store = memoryStore({ now: () => performance.now() + passed })
      const world = await start({ through: () => adapter, options: { store } })
      const second = world.anotherBrowser()
      const firstResponse = world.signIn()
      await linking.reached
      passed = 11_000
      expect(locationOf(await world.signIn(second)).pathname).toBe('/inside')
      isDown = true
      linking.open()
      expect((await firstResponse).status).toBe(503)
      isDown = false
      expect(await second.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    })
  },
)
