import fc from 'fast-check'
import { describe, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { SECRET } from '../../support/app.js'
import { frozen } from '../../support/frozen.js'
import { conversations, patience } from '../../support/fuzz.js'
import { quickKey } from '../../support/identity-provider/signing-key.js'
import { mailbox } from '../../support/mailbox.js'
import { acme } from '../../support/providers.js'
import { credentials, GRACE, makeWorld } from '../../support/world.js'
import {
  type AccountModel,
  type AccountReal,
  accountSteps,
  flood,
  mustBeDead,
} from './account-conversation.js'

/** The number of conversations that share one application, one after another. */
const TOGETHER = 20

interface SessionParts {
  readonly session: object
  readonly token?: { readonly sub?: string }
  readonly user?: { readonly id: string }
}

/** The session as the browser sees it, with the id of its user. */
const withId = ({ session, token, user }: SessionParts): object => ({
  ...session,
  id: token?.sub ?? user?.id,
})

async function stage(strategy: 'jwt' | 'database'): Promise<Omit<AccountReal, 'browsers'>> {
  const box = mailbox()
  let ahead = 0
  let left = 0
  let when: 'before' | 'after' = 'before'
  let database: Adapter | undefined
  let hasFailed = false
  /** Counts the calls until the one that fails. */
  const failing = <Result>(call: () => Result): Result | Promise<Result> => {
    if (left === 0) return call()
    left -= 1
    if (left > 0) return call()
    hasFailed = true
    const down = new Error('The database is down.')
    if (when === 'before') throw down
    return Promise.resolve(call()).then(() => Promise.reject(down))
  }
  const world = await makeWorld({
    strategy,
    clock: () => Date.now() + ahead,
    through: (adapter) => {
      database = new Proxy(adapter, {
        get(target, name) {
          const own: unknown = Reflect.get(target, name)
          if (typeof own !== 'function') return own
          return (...args: unknown[]) => failing(() => own.apply(target, args))
        },
      })
      return database
    },
    providers: frozen([acme(), credentials(GRACE), box.provider]),
    callbacks: { session: withId as never },
    options: {
      secret: SECRET,
      signOut: 'local',
      limits: { global: false, mailsPerRecipient: false, mailsInTotal: false },
    },
  })
  world.idp.keys = [await quickKey]
  const tokens = world.idp.issueRefreshTokens()
  return {
    world,
    box,
    tokens,
    database: database as Adapter,
    tick() {
      ahead += 1_000
    },
    failAt(call = 0, at = 'before') {
      const failed = hasFailed
      left = call
      when = at
      hasFailed = false
      return failed
    },
    async holder(cookie) {
      const request = new Request(`${world.origin}/page`, { headers: { cookie } })
      return ((await world.app.session(request)) as { id?: string } | null)?.id ?? null
    },
    async leave() {
      for (const { id } of world.adapter.rows.users) {
        await world.app.sessions.revokeAll(id)
        await world.adapter.deleteUser(id)
      }
      await world.adapter.seed(GRACE)
    },
  }
}

const commands = fc.oneof(
  { arbitrary: fc.commands([...accountSteps], { maxCommands: 30, size: 'max' }), weight: 15 },
  { arbitrary: fc.commands([...accountSteps, flood], { maxCommands: 60, size: 'max' }), weight: 1 },
)

async function converse(strategy: 'jwt' | 'database', runs: { numRuns: number }): Promise<void> {
  let parts = await stage(strategy)
  let left = TOGETHER
  const property = fc.asyncProperty(commands, async (steps) => {
    if (left === 0) {
      parts = await stage(strategy)
      left = TOGETHER
    }
    left -= 1
    const { world, leave } = parts
    // If the previous conversation failed, its users are still stored.
    if (world.adapter.rows.users.length !== 1) await leave()
    const browsers = [0, 1, 2].map(() => world.anotherBrowser())
    const real: AccountReal = { ...parts, browsers }
    const model: AccountModel = {
      devices: browsers.map(() => ({ who: null, epoch: 0, flow: undefined, mail: undefined })),
      dead: [],
      removed: new Map(),
      flooded: false,
    }
    await fc.asyncModelRun(() => ({ model, real }), steps)
    for (const cookie of model.dead) await mustBeDead(cookie, real)
    await leave()
    // Each conversation has separate limits.
    if (model.flooded) left = 0
  })
  await fc.assert(property, runs)
}

describe('random sequences of account actions', () => {
  test.each(['jwt', 'database'] as const)(
    'revoked credentials give no access after any sequence of account actions (sessions: %s)',
    (strategy) => converse(strategy, conversations),
    2 * patience,
  )
})
