import fc from 'fast-check'
import { vi } from 'vitest'
import { locationOf } from '../../support/browser.js'
import { catchUp } from '../../support/faults.js'
import { must } from '../../support/must.js'
import { type Model, type Real, steps } from './conversation.js'
import { conversations } from './conversations.js'

/**
 * Most conversations are short, so that many can run. One in sixteen is so long that its beginning no longer
 * matters.
 */
const commands = fc.oneof(
  { arbitrary: fc.commands([...steps], { maxCommands: 20, size: 'max' }), weight: 15 },
  { arbitrary: fc.commands([...steps], { maxCommands: 80, size: 'max' }), weight: 1 },
)

/** Runs the number of conversations in `runs`. */
export async function converse(strategy: 'jwt' | 'database', runs: { numRuns: number }): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const begin = await conversations(strategy)
    const property = fc.asyncProperty(commands, async (commands) => {
      const { model, real } = await begin()
      await fc.asyncModelRun(() => ({ model, real }), commands)
      await end(model, real)
    })
    await fc.assert(property, runs)
  } finally {
    vi.useRealTimers()
  }
}

/**
 * After faults, every user can sign in once the database works again, and every signed-in user can sign out.
 */
async function end(model: Model, { world, adapter, browsers, who, leave }: Real): Promise<void> {
  adapter.mend()
  await catchUp()
  for (const [sub, name] of model.disturbed ? people : []) {
    world.idp.user = { sub, name, email: `${sub}@example.com`, email_verified: true }
    const browser = world.anotherBrowser()
    const { pathname } = locationOf(await world.signIn(browser))
    if (isLeft(sub, world) && model.now - (model.interrupted[name] ?? model.now) > PENDING_SIGN_IN) continue
    must(pathname === '/inside', `${name} comes to ${pathname}.`)
    const named = (await browser.session())?.user.name
    must(['Grace', 'Ada', 'Bob'].includes(named), `${name} is ${named}.`)
  }
  for (const browser of browsers) {
    if ((await who(browser)) !== null) await browser.post('/auth/signout')
    must((await browser.session()) === null, 'Somebody is still signed in.')
  }
  // The user of an interrupted first sign-in stays stored until the sign-in is repeated. It cannot be repeated if
  // another user has linked the account in the meantime. A user who may have another way to sign in must not be removed.
  const { users, accounts } = world.adapter.rows
  const ownerOf = (sub: string): string | undefined =>
    accounts.find(({ providerAccountId }) => providerAccountId === sub)?.userId
  const waiting = users.filter(({ id }) => id !== 'grace' && !accounts.some(({ userId }) => userId === id))
  for (const { id, email } of waiting) {
    must(ownerOf(email?.split('@')[0] ?? '') !== id, `${email} cannot sign in.`)
  }
  if (waiting.length === 0) world.check()
  await leave()
}

/** Milliseconds in which an interrupted first sign-in can be finished. */
const PENDING_SIGN_IN = 15 * 60_000

/** Whether a user is stored without an account, because a first sign-in was not finished in time. */
function isLeft(sub: string, { adapter: { rows } }: Real['world']): boolean {
  const user = rows.users.find(({ email }) => email === `${sub}@example.com`)
  return user !== undefined && !rows.accounts.some(({ userId }) => userId === user.id)
}

const people = [
  ['ada', 'Ada'],
  ['bob', 'Bob'],
] as const
