import type { Adapter } from '../../../src/adapters/contract.js'
import type { Browser } from '../../support/browser.js'
import { type FaultyAdapter, faultyAdapter } from '../../support/faults.js'
import { quickKey } from '../../support/identity-provider/signing-key.js'
import type { RecordedAdapter } from '../../support/recorded-adapter.js'
import { GRACE, makeWorld, type World } from '../../support/world.js'
import { type Device, type Model, nameIn, type Real, type Who } from './conversation.js'

/**
 * Number of consecutive conversations that share one application, because the first responses of an
 * application take as long as a conversation.
 */
const TOGETHER = 5

const session = { maxAge: 5 * 86_400, absoluteMaxAge: 12 * 86_400 }

/** An application with a database that can fail, and the number of conversations that may still use it. */
interface Stage {
  readonly world: World
  adapter: FaultyAdapter
  left: number
  /** Whether the previous conversation ended, and was not canceled in the middle. */
  isFree: boolean
}

/** Starts conversations, one after another. Each has separate users and an empty database. */
export async function conversations(
  strategy: 'jwt' | 'database',
): Promise<() => Promise<{ model: Model; real: Real }>> {
  let now = Date.now()
  let stage: Stage | undefined
  const clock = (): number => now
  const ofStage = (own: RecordedAdapter): Adapter =>
    new Proxy(own, { get: (_, name) => Reflect.get(stage?.world.adapter ?? own, name) })
  // The observer reads the database without faults.
  const probe = await makeWorld({ strategy, clock, session, through: ofStage })

  const makeStage = async (): Promise<Stage> => {
    now = Date.now()
    let made: Stage | undefined
    const through = (own: RecordedAdapter): Adapter =>
      new Proxy(own, { get: (_, name) => Reflect.get(made?.adapter.adapter ?? own, name) })
    const world = await makeWorld({ strategy, clock, session, through })
    world.idp.keys = [await quickKey]
    made = { world, adapter: faultyAdapter(world.adapter), left: TOGETHER, isFree: true }
    return made
  }

  return async () => {
    if (!stage?.isFree || stage.left === 0) stage = await makeStage()
    const here = stage
    const { world } = here
    const adapter = faultyAdapter(world.adapter)
    Object.assign(here, { adapter, left: here.left - 1, isFree: false })
    const holder = async ({ app, origin }: World, cookie: string): Promise<Who> =>
      nameIn(await app.session(new Request(`${origin}/page`, { headers: { cookie } })))
    const known = new Map<Browser, { readonly of: string; readonly who: Who }>()
    return {
      model: {
        devices: [device(), device()],
        fault: undefined,
        now,
        disturbed: false,
        owners: {},
        late: {},
        interrupted: {},
      },
      real: {
        world,
        adapter,
        browsers: [world.anotherBrowser(), world.anotherBrowser()],
        async who(browser) {
          const cookie = browser.jar.header
          // The result for the same cookies at the same time with the same rows.
          const of = [now, adapter.changes, cookie].join()
          const before = known.get(browser)
          if (before?.of === of) return before.who
          const who = await holder(probe, cookie)
          known.set(browser, { of, who })
          return who
        },
        // If a sealed session was ended, only the server that ended it knows. If another session was ended,
        // the database knows.
        holder: (cookie) => holder(strategy === 'jwt' ? world : probe, cookie),
        setNow(time) {
          now = time
        },
        async leave() {
          for (const { id } of world.adapter.rows.users) await world.adapter.deleteUser(id)
          await world.adapter.seed(GRACE)
          here.isFree = true
        },
      },
    }
  }
}

const device = (): Device => ({
  who: null,
  last: null,
  since: [0, 0],
  signIn: 0,
  epoch: 0,
  faded: false,
  tabs: [0, 1, 2].map(() => ({ form: undefined, flow: undefined, spent: undefined })),
  flows: [],
})
