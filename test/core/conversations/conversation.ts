import fc from 'fast-check'
import { expect } from 'vitest'
import { type Browser, locationOf } from '../../support/browser.js'
import { catchUp, type Fault, type FaultyAdapter, faults, hurry, type Method } from '../../support/faults.js'
import { must } from '../../support/must.js'
import { PASSWORD, type World } from '../../support/world.js'

/*
 * Model-based test: two users, each with a browser with three tabs, perform random actions while the database fails in
 * random ways. The model records what the users expect: who is signed in at which browser, and which forms and
 * callbacks are still valid.
 */

const DAY = 86_400_000
/** Milliseconds after the sign-in in which a session can link an account. */
const RECENT = 600_000
const CSRF = '__Host-authwright.csrf-token'

export type Who = 'Grace' | 'Ada' | 'Bob' | null

/** The names of the users at the provider. */
const atProvider = {
  Ada: { sub: 'ada', name: 'Ada', email: 'ada@example.com', email_verified: true },
  Bob: { sub: 'bob', name: 'Bob', email: 'bob@example.com', email_verified: true },
} as const
type Person = keyof typeof atProvider

/** A sign-in that a user has in progress. */
interface Flow {
  readonly callback: URL
  readonly person: Person
  readonly linkTo: Who
  /** The sign-in of the session in which the flow began. */
  readonly signIn: number
  /** Whether a fault may have hidden the signed-in user from the server. */
  readonly blind: boolean
  /** Whether a callback of the flow got a 503. It is then unknown whether the server has used up the flow. */
  readonly uncertain?: boolean
  readonly at: number
}

interface Tab {
  /**
   * The CSRF token of the page that the tab shows, and how often the browser had signed in or out when the
   * page was loaded.
   */
  form: { readonly token: string; readonly epoch: number } | undefined
  flow: Flow | undefined
  /** The path of a callback that was already used, and the cookies of that request. For replays. */
  spent: { readonly path: string; readonly cookie: string } | undefined
}

export interface Device {
  who: Who
  /** The last signed-in user. A database that returns stale rows may still show this user. */
  last: Who
  /** The earliest and the latest possible time of the sign-in. Adding a login is not a sign-in. */
  since: readonly [number, number]
  /** How many sign-ins there have been; after a fault, possibly more. */
  signIn: number
  epoch: number
  /** Whether a session expired since the last sign-in or sign-out. */
  faded: boolean
  readonly tabs: readonly Tab[]
  /** The flows for which the browser still has a cookie, oldest first. */
  flows: Flow[]
}

/** The possible users of a browser. */
export interface Model {
  readonly devices: readonly [Device, Device]
  fault: { readonly method: Method; readonly fault: Fault } | undefined
  now: number
  /** Whether there was a fault. If so, unfinished work may wait for the next attempt. */
  disturbed: boolean
  /** The user of each account at the provider. */
  readonly owners: Partial<Record<Person, Exclude<Who, null>>>
  /**
   * For each person, the user whose linking seemed to fail. A call that hangs may still take effect later.
   */
  late: Partial<Record<Person, Exclude<Who, null>>>
  /** The time at which the database last failed in a sign-in of each person. */
  interrupted: Partial<Record<Person, number>>
}

/** The real application and browsers. */
export interface Real {
  readonly world: World
  readonly adapter: FaultyAdapter
  readonly browsers: readonly [Browser, Browser]
  /**
   * The user who is signed in at a browser, according to a server whose database does not fail. Changes
   * nothing.
   */
  who(browser: Browser): Promise<Who>
  /** Reads the session with copied cookies from the server, and returns its user. */
  holder(cookie: string): Promise<Who>
  setNow(now: number): void
  /** Ends the conversation: the application deletes all users, and the next conversation can use it. */
  leave(): Promise<void>
}

/** The user that a session names. */
export const nameIn = (session: any): Who => session?.user.name ?? null

/** One action of a user. */
abstract class Step implements fc.AsyncCommand<Model, Real> {
  constructor(
    readonly at: 0 | 1,
    readonly tab: number,
  ) {}

  check(_: Readonly<Model>): boolean {
    return true
  }

  async run(model: Model, real: Real): Promise<void> {
    await this.act(model, real)
    await agree(model, real)
  }

  protected abstract act(model: Model, real: Real): Promise<void>

  protected async open(model: Model, real: Real): Promise<void> {
    const { device, browser, tab } = this.here(model, real)
    const response = await send(real, browser, '/auth/csrf')
    const { csrfToken } = (await response.json()) as { csrfToken: string }
    tab.form = { token: csrfToken, epoch: device.epoch }
  }

  protected here(model: Model, real: Real): { device: Device; browser: Browser; tab: Tab } {
    const device = model.devices[this.at]
    return { device, browser: real.browsers[this.at], tab: device.tabs[this.tab] as Tab }
  }

  toString(): string {
    return `${this.constructor.name}(${Object.values(this).join(', ')})`
  }
}

/** Checks that no user is signed in as another user, and that the rows are consistent. */
async function agree(model: Model, { world, browsers, who }: Real): Promise<void> {
  for (const [index, device] of model.devices.entries()) {
    const actual = await who(browsers[index] as Browser)
    must(actual === device.who, `Browser ${index} is ${actual}, and not ${device.who}.`)
  }
  const { users, accounts, sessions } = world.adapter.rows
  const ids = new Set(users.map(({ id }) => id))
  for (const { userId } of [...accounts, ...sessions]) must(ids.has(userId), `There is no user ${userId}.`)
  const keys = new Set(accounts.map(({ providerAccountId }) => providerAccountId))
  must(keys.size === accounts.length, 'An account is there twice.')
  if (!model.disturbed) world.adapter.check()
}

/** After a fault, one of several users may be signed in to the browser. Checks that the actual user is one of them, and stores it in the model. */
async function settle(
  device: Device,
  browser: Browser,
  { who }: Real,
  model: Model,
  possible: readonly Who[],
): Promise<void> {
  const actual = await who(browser)
  must(possible.includes(actual), `Somebody is ${actual}, and not ${possible.join(' or ')}.`)
  const isSame = actual === device.who
  if (!isSame) {
    device.epoch += 1
    device.faded = actual === null
  }
  device.who = actual
  if (actual === null) return
  device.last = actual
  // A failed sign-in of the same user may still have started a session.
  if (!isSame || model.fault) device.since = [device.since[0], model.now]
}

/** No user sees the session of another user. At worst, a user sees no session or, if the database returns stale rows, a session that has ended. */
function mustBeOf({ who, last }: Device, shown: Who, { fault }: Model): void {
  const possible = [who, ...(fault ? [null] : []), ...(fault?.fault === 'returns a stale row' ? [last] : [])]
  must(
    possible.includes(shown),
    `Somebody is shown the session of ${shown}, and not of ${possible.join(' or ')}.`,
  )
}

/** Checks that the cookies of an ended session sign no user in. */
async function isOver(cookie: string, { holder }: Real): Promise<void> {
  const who = await holder(cookie)
  must(who === null, `Somebody with an old cookie is still ${who}.`)
}

/** Waits a second, because sign-ins in the same second count as one. */
function tick(model: Model, real: Real): void {
  model.now += 1_000
  real.setNow(model.now)
}

const send = (real: Real, browser: Browser, path: string, init?: RequestInit): Promise<Response> =>
  hurry(browser.send(path, init), real.adapter)

const post = (
  real: Real,
  browser: Browser,
  path: string,
  fields: Record<string, string>,
): Promise<Response> =>
  send(real, browser, path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: browser.origin },
  })

/**
 * Whether a form is accepted: its token must belong to the cookie, and no user may have signed in or out
 * since. An expired session may still have its cookie, which cannot be seen from outside.
 */
function mayBeSent({ form }: Tab, { epoch, faded }: Device, { jar }: Browser): 'yes' | 'no' | 'maybe' {
  const isOfCookie = form !== undefined && (jar.get(CSRF) ?? '').startsWith(`${form.token}%7C`)
  if (!isOfCookie) return 'no'
  if (faded) return 'maybe'
  return form.epoch === epoch ? 'yes' : 'no'
}

/** Whether a form was accepted. Throws if the result is not the expected one. */
function isTaken({ status }: Response, expected: 'yes' | 'no' | 'maybe'): boolean {
  if (expected !== 'maybe') expect(status !== 403).toBe(expected === 'yes')
  return status !== 403
}

/** Opens a page with a form. */
class Open extends Step {
  protected async act(model: Model, real: Real): Promise<void> {
    await this.open(model, real)
  }
}

/** Sends the form of a tab, from a page that was opened just now or earlier. */
abstract class Form extends Step {
  constructor(
    at: 0 | 1,
    tab: number,
    readonly opens: boolean,
  ) {
    super(at, tab)
  }

  override check(model: Readonly<Model>): boolean {
    return this.opens || model.devices[this.at].tabs[this.tab]?.form !== undefined
  }

  override async run(model: Model, real: Real): Promise<void> {
    if (this.opens) await this.open(model, real)
    await super.run(model, real)
  }
}

/** Reads a page, which changes nothing. */
class Visit extends Step {
  constructor(
    at: 0 | 1,
    tab: number,
    readonly path: string,
  ) {
    super(at, tab)
  }

  protected async act(model: Model, real: Real): Promise<void> {
    const { device, browser } = this.here(model, real)
    const before = device.who
    const response = await send(real, browser, `/auth/${this.path}`)
    expect([200, 302, 400, 403, 405, 503]).toContain(response.status)
    if (response.status === 503) expect(response.headers.getSetCookie()).toEqual([])
    if (this.path === 'session' && response.status === 200) {
      mustBeOf(device, nameIn(await response.json()), model)
    }
    // A session that does not exist in the database has ended.
    await settle(device, browser, real, model, model.fault ? [before, null] : [before])
  }
}

/** Signs in with a password, right or wrong. */
class Enter extends Form {
  constructor(
    at: 0 | 1,
    tab: number,
    opens: boolean,
    readonly right: boolean,
  ) {
    super(at, tab, opens)
  }

  protected async act(model: Model, real: Real): Promise<void> {
    const { device, browser, tab } = this.here(model, real)
    tick(model, real)
    const expected = mayBeSent(tab, device, browser)
    const password = this.right ? PASSWORD : 'wrong'
    const fields = {
      csrfToken: tab.form?.token ?? '',
      email: 'grace@example.com',
      password,
      callbackUrl: '/inside',
    }
    const cookie = browser.jar.header
    const response = await post(real, browser, '/auth/callback/credentials', fields)
    const fresh = isTaken(response, expected)
    const tried = fresh && this.right
    if (!model.fault) {
      if (fresh) expect(response.status).toBe(302)
      if (tried) {
        expect(locationOf(response).pathname).toBe('/inside')
        await isOver(cookie, real)
        device.who = 'Grace'
        device.last = 'Grace'
        device.since = [model.now, model.now]
        device.signIn += 1
        device.epoch += 1
        device.faded = false
      }
      return
    }
    if (response.status === 302 && locationOf(response).pathname === '/inside') {
      // If the response says that the user is signed in, they are.
      await settle(device, browser, real, model, tried ? ['Grace'] : [device.who])
      device.epoch += 1
      device.faded = false
      device.since = [model.now, model.now]
      return
    }
    await settle(device, browser, real, model, [device.who, null, ...(tried ? ['Grace' as const] : [])])
  }
}

/** Starts a sign-in at the provider. A later step returns from there. */
class Begin extends Form {
  constructor(
    at: 0 | 1,
    tab: number,
    opens: boolean,
    readonly person: Person,
    readonly links: boolean,
  ) {
    super(at, tab, opens)
  }

  protected async act(model: Model, real: Real): Promise<void> {
    const { device, browser, tab } = this.here(model, real)
    // The clock advances, so that the flows of a browser begin at different times, and the oldest one is
    // removed.
    tick(model, real)
    const expected = mayBeSent(tab, device, browser)
    const fields = {
      csrfToken: tab.form?.token ?? '',
      callbackUrl: '/inside',
      ...(this.links && { link: 'true' }),
    }
    const response = await post(real, browser, '/auth/signin/acme', fields)
    const [earliest, latest] = device.since
    if (response.status === 403 && (await response.clone().text()).includes('ReauthenticationRequired')) {
      must(this.links && model.now - earliest > RECENT, 'A sign-in is not recent enough, and was.')
      return
    }
    if (!isTaken(response, expected)) return
    if (model.fault && response.status === 503) return
    const location = locationOf(response)
    if (model.fault && location.origin === browser.origin) return
    if (this.links && device.who === null && !model.fault) {
      expect(location.searchParams.get('error')).toBe('InvalidCheck')
      return
    }
    expect(location.origin).toBe('https://idp.test')
    must(!this.links || model.now - latest < RECENT + 1_000, 'A session links whose sign-in is old.')
    real.world.idp.user = { ...atProvider[this.person] }
    const flow: Flow = {
      callback: real.world.idp.authorize(location),
      person: this.person,
      linkTo: this.links ? device.who : null,
      signIn: device.signIn,
      blind: model.fault !== undefined,
      at: model.now,
    }
    tab.flow = flow
    device.flows = [...device.flows, flow].slice(-5)
  }
}

/** Returns from the provider, in the browser that went there, or in the other browser if an attacker sends the callback. */
class Finish extends Step {
  constructor(
    at: 0 | 1,
    tab: number,
    readonly elsewhere: boolean,
  ) {
    super(at, tab)
  }

  override check(model: Readonly<Model>): boolean {
    return model.devices[this.at].tabs.some(({ flow }) => flow !== undefined)
  }

  protected async act(model: Model, real: Real): Promise<void> {
    const { device, browser } = this.here(model, real)
    const under = device.tabs.filter(({ flow }) => flow !== undefined)
    // A tab that has returned from the provider.
    const tab = under[this.tab % under.length] as Tab
    const flow = tab.flow as Flow
    const path = flow.callback.pathname + flow.callback.search
    if (this.elsewhere) {
      const index = this.at === 0 ? 1 : 0
      const [victim, there] = [model.devices[index], real.browsers[index]]
      const asked = real.world.idp.requestCount('/token')
      const response = await send(real, there, path)
      expect(leadsInside(response)).toBe(false)
      expect(real.world.idp.requestCount('/token')).toBe(asked)
      await settle(victim, there, real, model, model.fault ? [victim.who, null] : [victim.who])
      return
    }
    tick(model, real)
    const good = device.flows.includes(flow) && model.now - flow.at < 15 * 60_000
    const cookie = browser.jar.header
    const response = await send(real, browser, path)
    if (model.fault) model.interrupted[flow.person] = model.now
    if (model.fault && response.status === 503) {
      // The flow can be finished later, unless the fault came after it was used.
      const again: Flow = { ...flow, uncertain: true }
      tab.flow = again
      device.flows = device.flows.map((other) => (other === flow ? again : other))
      await settle(device, browser, real, model, [device.who, null])
      relearn(model, real, flow.person)
      if (flow.linkTo) model.late[flow.person] = flow.linkTo
      return
    }
    tab.flow = undefined
    tab.spent = { path, cookie }
    device.flows = device.flows.filter((other) => other !== flow)
    const linked = ownerOf(real, flow.person)
    const owner = linked && linked === model.late[flow.person] ? linked : model.owners[flow.person]
    const isSameSignIn = model.disturbed || flow.signIn === device.signIn
    const bound = flow.linkTo === null || (flow.linkTo === device.who && isSameSignIn)
    const taken = flow.linkTo !== null && owner !== undefined && owner !== flow.linkTo
    const unbound = owner ?? flow.person
    const target = flow.linkTo ?? unbound
    const done = leadsInside(response)
    if (done) {
      expect(good && (bound || flow.blind)).toBe(true)
      if (!model.fault && !flow.blind) expect(taken).toBe(false)
      if (!model.fault) await isOver(cookie, real)
      const [earliest, latest] = device.since
      await settle(device, browser, real, model, flow.blind ? [target, unbound] : [target])
      const isAdded = flow.linkTo !== null && owner !== flow.linkTo
      if (!isAdded) device.signIn += 1
      const isSure = !flow.blind && !model.disturbed
      device.since = [isAdded || !isSure ? earliest : model.now, isAdded && isSure ? latest : model.now]
      relearn(model, real, flow.person)
      device.epoch += 1
      device.faded = false
      return
    }
    if (!model.fault && !model.disturbed && !flow.uncertain) expect(good && bound && !taken).toBe(false)
    await settle(device, browser, real, model, model.fault ? [device.who, null] : [device.who])
    relearn(model, real, flow.person)
    if (model.fault && flow.linkTo) model.late[flow.person] = flow.linkTo
  }
}

/** Whether the response completes a sign-in. If the database fails, the response is a page with status 503. */
function leadsInside(response: Response): boolean {
  return response.status !== 503 && locationOf(response).pathname === '/inside'
}

/** Whether the account is linked after a fault, according to the rows. */
function relearn(model: Model, real: Real, person: Person): void {
  const name = ownerOf(real, person)
  if (name) model.owners[person] = name
  else delete model.owners[person]
}

function ownerOf({ world }: Real, person: Person): Exclude<Who, null> | undefined {
  const { accounts, users } = world.adapter.rows
  const account = accounts.find(({ providerAccountId }) => providerAccountId === atProvider[person].sub)
  return users.find(({ id }) => id === account?.userId)?.name as Exclude<Who, null> | undefined
}

/** Sends a callback again: from the same browser, or from elsewhere with the cookies that the browser had. */
class Repeat extends Step {
  constructor(
    at: 0 | 1,
    tab: number,
    readonly copied: boolean,
  ) {
    super(at, tab)
  }

  override check(model: Readonly<Model>): boolean {
    return model.devices[this.at].tabs[this.tab]?.spent !== undefined
  }

  protected async act(model: Model, real: Real): Promise<void> {
    const { device, browser, tab } = this.here(model, real)
    const { path, cookie } = tab.spent as NonNullable<Tab['spent']>
    const sender = this.copied ? real.world.anotherBrowser() : browser
    const asked = real.world.idp.requestCount('/token')
    const response = await send(real, sender, path, this.copied ? { headers: { cookie } } : {})
    expect(leadsInside(response)).toBe(false)
    expect(real.world.idp.requestCount('/token')).toBe(asked)
    await settle(device, browser, real, model, model.fault ? [device.who, null] : [device.who])
  }
}

/** Changes the session. */
class Update extends Form {
  protected async act(model: Model, real: Real): Promise<void> {
    const { device, browser, tab } = this.here(model, real)
    const expected = mayBeSent(tab, device, browser)
    const response = await post(real, browser, '/auth/session', { csrfToken: tab.form?.token ?? '' })
    if (!isTaken(response, expected)) return
    if (!model.fault) expect(response.status).toBe(device.who === null ? 401 : 200)
    if (response.status === 200) mustBeOf(device, nameIn(await response.json()), model)
    await settle(device, browser, real, model, model.fault ? [device.who, null] : [device.who])
  }
}

/** Signs out, or sees that the sign-out failed. */
class SignOut extends Form {
  protected async act(model: Model, real: Real): Promise<void> {
    const { device, browser, tab } = this.here(model, real)
    const expected = mayBeSent(tab, device, browser)
    const cookie = browser.jar.header
    const response = await post(real, browser, '/auth/signout', { csrfToken: tab.form?.token ?? '' })
    if (!isTaken(response, expected)) return
    if (locationOf(response).searchParams.get('error') === 'SignOutError') {
      expect(model.fault).toBeDefined()
      return settle(device, browser, real, model, [device.who, null])
    }
    await isOver(cookie, real)
    await settle(device, browser, real, model, [null])
    device.epoch += 1
    device.faded = false
    device.flows = []
  }
}

/** Lets time pass. A session ends if it is not used, and at its absolute lifetime in any case. */
class Wait extends Step {
  constructor(readonly days: number) {
    super(0, 0)
  }

  protected async act(model: Model, real: Real): Promise<void> {
    model.now += this.days * DAY
    real.setNow(model.now)
    for (const [index, device] of model.devices.entries()) {
      // Here, the session ends everywhere at once. Other tests cover its lifetime.
      await settle(device, real.browsers[index] as Browser, real, model, [device.who, null])
    }
  }
}

/** Breaks the database, or ends the fault. */
class Break extends Step {
  constructor(
    readonly method: Method | undefined,
    readonly fault: Fault,
  ) {
    super(0, 0)
  }

  protected async act(model: Model, real: Real): Promise<void> {
    real.adapter.mend()
    await catchUp()
    model.fault = undefined
    model.late = {}
    for (const person of ['Ada', 'Bob'] as const) relearn(model, real, person)
    for (const [index, device] of model.devices.entries()) {
      await settle(device, real.browsers[index] as Browser, real, model, [device.who, null])
    }
    if (!this.method) return
    model.fault = { method: this.method, fault: this.fault }
    model.disturbed = true
    real.adapter.break(this.method, this.fault)
  }
}

const methods: readonly Method[] = [
  ...(['createUser', 'getUser', 'getUserByEmail', 'getUserByAccount', 'deleteUser', 'linkAccount'] as const),
  ...([
    'unlinkAccount',
    'updateAccount',
    'createSession',
    'getSessionAndUser',
    'updateSession',
    'deleteSession',
  ] as const),
]
const paths = [
  ...[
    'session',
    'signin',
    'signin/acme',
    'signout',
    'providers',
    'error?error=AccessDenied',
    'verify-request',
  ],
  ...['callback/acme', 'callback/acme?code=x&state=y', 'callback/credentials'],
]

const at = fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const)
const tab = fc.nat(2)
const person = fc.constantFrom<Person>('Ada', 'Bob')
/** Whether to open the page again first. Mostly true. */
const opens = fc.constantFrom(true, true, true, false)

const begin = fc.tuple(at, tab, opens, person, fc.boolean()).map((made) => new Begin(...made))
const finish = fc
  .tuple(at, tab, fc.constantFrom(false, false, false, true))
  .map((made) => new Finish(...made))
const enter = fc.tuple(at, tab, opens, fc.constantFrom(true, true, false)).map((made) => new Enter(...made))

const mend = fc.constant(undefined).map(() => new Break(undefined, 'hangs'))

/** Everything that users can do. Actions with an effect are listed more often, so that they are chosen more often. */
export const steps: readonly fc.Arbitrary<fc.AsyncCommand<Model, Real>>[] = [
  ...[begin, begin, begin, finish, finish, finish, finish, enter, enter],
  fc.tuple(at, tab).map((made) => new Open(...made)),
  fc.tuple(at, tab, fc.constantFrom(...paths)).map((made) => new Visit(...made)),
  fc.tuple(at, tab, fc.boolean()).map((made) => new Repeat(...made)),
  fc.tuple(at, tab, opens).map((made) => new Update(...made)),
  fc.tuple(at, tab, opens).map((made) => new SignOut(...made)),
  fc.constantFrom(0.001, 0.001, 0.001, 0.001, 0.001, 0.02, 2, 6).map((days) => new Wait(days)),
  fc.tuple(fc.constantFrom(...methods), fc.constantFrom(...faults)).map((made) => new Break(...made)),
  ...[mend, mend],
]
