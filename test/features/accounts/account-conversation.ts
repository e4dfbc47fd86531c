import fc from 'fast-check'
import type { Adapter } from '../../../src/adapters/contract.js'
import type { TokensResult } from '../../../src/model/provider-tokens.js'
import type { RefreshTokens } from '../../../src/testing.js'
import { type Browser, locationOf } from '../../support/browser.js'
import type { Mailbox } from '../../support/mailbox.js'
import { must } from '../../support/must.js'
import { GRACE, type World } from '../../support/world.js'

/*
 * Three browsers sign in, link and unlink accounts, refresh tokens, change e-mail addresses, revoke sessions
 * and exceed rate limits, in any order. The model knows users by their ids. It checks that a removed account, a
 * revoked session and a former e-mail address give no access, that every browser is signed in as the user of
 * its last sign-in and gets only that user's tokens, and that no refresh token is sent twice.
 */

const SUBJECTS = ['ada', 'bob'] as const
type Subject = (typeof SUBJECTS)[number]
const ADDRESSES = ['ada@example.com', 'bob@example.com', GRACE.email, 'new@example.com'] as const

interface Flow {
  readonly callback: URL
  readonly subject: Subject
  /** The user to link to, and the session that the browser had. */
  readonly linkTo: string | undefined
  readonly epoch: number
}

interface Device {
  /** The id of the signed-in user. */
  who: string | null
  /** The number of sign-ins in the browser. Adding an account does not count. */
  epoch: number
  flow: Flow | undefined
  mail: { readonly link: string; readonly address: string } | undefined
}

export interface AccountModel {
  readonly devices: readonly Device[]
  /** Cookies of sessions that were revoked, signed out of, or replaced. */
  readonly dead: string[]
  /** For each subject, the users whose account was removed and not linked again. */
  readonly removed: Map<Subject, Set<string>>
  /** Whether attempts may be refused because there were too many. */
  flooded: boolean
}

export interface AccountReal {
  readonly world: World
  readonly box: Mailbox
  /** The refresh tokens that the provider has issued. */
  readonly tokens: RefreshTokens
  readonly browsers: readonly Browser[]
  /** Advances the clock by a second, because sign-ins in the same second cannot be distinguished. */
  tick(): void
  /** The id of the user whose session is in the cookies, or null. */
  holder(cookie: string): Promise<string | null>
  leave(): Promise<void>
  /** The database. Single calls can be made to fail. */
  readonly database: Adapter
  /**
   * Lets the nth call of the database from now on fail, before or after its effect. Without a number, no
   * call fails. Returns whether the previous fault has occurred.
   */
  failAt(call?: number, when?: 'before' | 'after'): boolean
}

const ownerOf = ({ world }: AccountReal, subject: Subject): string | undefined =>
  world.adapter.rows.accounts.find(({ providerAccountId }) => providerAccountId === subject)?.userId

const holderOf = ({ world }: AccountReal, address: string): string | undefined =>
  world.adapter.rows.users.find(({ email }) => email === address)?.id

const linksOf = ({ world }: AccountReal): readonly (readonly [Subject, string])[] =>
  world.adapter.rows.accounts.map(({ providerAccountId, userId }) => [providerAccountId as Subject, userId])

abstract class Step implements fc.AsyncCommand<AccountModel, AccountReal> {
  constructor(readonly at: number) {}

  check(_: Readonly<AccountModel>): boolean {
    return true
  }

  async run(model: AccountModel, real: AccountReal): Promise<void> {
    const before = linksOf(real)
    real.tick()
    await this.act(model, real)
    const after = linksOf(real)
    for (const [subject, id] of before) {
      if (after.some(([same, owner]) => same === subject && owner === id)) continue
      model.removed.set(subject, (model.removed.get(subject) ?? new Set()).add(id))
    }
    await agree(model, real)
  }

  abstract act(model: AccountModel, real: AccountReal): Promise<void>

  protected here(model: AccountModel, real: AccountReal): { device: Device; browser: Browser } {
    return { device: model.devices[this.at] as Device, browser: real.browsers[this.at] as Browser }
  }

  toString(): string {
    return `${this.constructor.name}(${Object.values(this)
      .map((each) => JSON.stringify(each))
      .join(', ')})`
  }
}

/**
 * Expects that every browser is signed in as the model says, and that no user has an account that was removed
 * from them.
 */
async function agree(model: AccountModel, real: AccountReal): Promise<void> {
  for (const [index, { who }] of model.devices.entries()) {
    const actual = await real.holder((real.browsers[index] as Browser).jar.header)
    must(actual === who, `Browser ${index} is signed in as ${actual}, and not as ${who}.`)
  }
  for (const [subject, id] of linksOf(real)) {
    must(!model.removed.get(subject)?.has(id), `The account ${subject} is back at the user ${id}.`)
  }
  const last = model.dead.at(-1)
  if (last !== undefined) await mustBeDead(last, real)
}

export async function mustBeDead(cookie: string, { holder }: AccountReal): Promise<void> {
  const who = await holder(cookie)
  must(who === null, `A session that was revoked still signs in ${who}.`)
}

/** The browser has signed in, so its previous session has ended. */
function signedIn(device: Device, id: string, cookie: string, model: AccountModel): void {
  if (device.who !== null) model.dead.push(cookie)
  device.who = id
  device.epoch += 1
}

/** All sessions of a user have ended. */
function ended(id: string, model: AccountModel, { browsers }: AccountReal): void {
  for (const [index, device] of model.devices.entries()) {
    if (device.who !== id) continue
    model.dead.push((browsers[index] as Browser).jar.header)
    device.who = null
    device.epoch += 1
  }
}

const leadsInside = (response: Response): boolean =>
  response.status === 302 && locationOf(response).pathname === '/inside'

const atProvider = (subject: Subject): Record<string, unknown> => ({
  sub: subject,
  name: subject,
  email: `${subject}@example.com`,
  email_verified: true,
})

/** The call of the database that fails in a step, counted from 1. 0 means that none fails. */
interface Fault {
  readonly call: number
  readonly when: 'before' | 'after'
}

const NO_FAULT: Fault = { call: 0, when: 'before' }

/**
 * Runs a step that may be interrupted, and returns whether a call of the database failed. A failed call may
 * have had its effect, so the model continues with the rows of the database.
 */
async function interrupted<Result>(
  { call, when }: Fault,
  real: AccountReal,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result | undefined; readonly failed: boolean }> {
  if (call > 0) real.failAt(call, when)
  const result = await work().catch((error: unknown) => {
    if (call === 0) throw error
    return undefined
  })
  const failed = call > 0 && real.failAt()
  return { result, failed }
}

/** Starts a sign-in or a link at the provider. */
class Begin extends Step {
  constructor(
    at: number,
    readonly subject: Subject,
    readonly links: boolean,
  ) {
    super(at)
  }

  override check({ devices }: Readonly<AccountModel>): boolean {
    return !this.links || devices[this.at]?.who !== null
  }

  async act(model: AccountModel, real: AccountReal): Promise<void> {
    const { device, browser } = this.here(model, real)
    real.world.idp.user = atProvider(this.subject)
    const callback = await real.world.begin(browser, '/inside', this.links ? { link: 'true' } : {})
    const linkTo = this.links ? (device.who as string) : undefined
    device.flow = { callback, subject: this.subject, linkTo, epoch: device.epoch }
  }
}

/** The user in the browser is the same as before, or none: a failed step signs in no other user. */
async function keptOrLost(
  device: Device,
  cookie: string,
  browser: Browser,
  model: AccountModel,
  real: AccountReal,
) {
  const now = await real.holder(browser.jar.header)
  must(now === device.who || now === null, `A step that failed signs in ${now} in place of ${device.who}.`)
  if (now === device.who) return
  if ((await real.holder(cookie)) === null) model.dead.push(cookie)
  device.who = null
  device.epoch += 1
}

/** Returns from the provider. If an account is linked, a call of the database may fail. */
class Finish extends Step {
  constructor(
    at: number,
    readonly fault: Fault = NO_FAULT,
  ) {
    super(at)
  }

  override check({ devices }: Readonly<AccountModel>): boolean {
    return devices[this.at]?.flow !== undefined
  }

  async act(model: AccountModel, real: AccountReal): Promise<void> {
    const { device, browser } = this.here(model, real)
    const { callback, subject, linkTo, epoch } = device.flow as Flow
    device.flow = undefined
    real.world.idp.accessToken = `access/${subject}`
    const owner = ownerOf(real, subject)
    const sameAddress = holderOf(real, `${subject}@example.com`)
    const known = new Set(real.world.adapter.rows.users.map(({ id }) => id))
    const cookie = browser.jar.header
    if (linkTo !== undefined) {
      const fits =
        device.who === linkTo && device.epoch === epoch && (owner === undefined || owner === linkTo)
      // A signed-in user may link a removed account again.
      if (fits) model.removed.get(subject)?.delete(linkTo)
      const { result, failed } = await interrupted(this.fault, real, () =>
        real.world.finish(callback, browser),
      )
      const done = result !== undefined && leadsInside(result)
      must(done ? fits : failed || !fits, `Linking ${subject} ${done ? 'succeeds' : 'fails'}.`)
      const now = ownerOf(real, subject)
      must(now === owner || (fits && now === linkTo), `Linking ${subject} gives it to ${now}.`)
      if (!done && failed) await keptOrLost(device, cookie, browser, model, real)
      if (done) signedIn(device, linkTo, cookie, model)
      if (done && owner === undefined) device.epoch -= 1
      return
    }
    const done = leadsInside(await real.world.finish(callback, browser))
    const refused = owner === undefined && sameAddress !== undefined
    must(done === !refused, `A sign-in by ${subject} ${done ? 'succeeds' : 'fails'}.`)
    if (!done) return
    const now = (await real.holder(browser.jar.header)) ?? 'nobody'
    must(owner === undefined ? !known.has(now) : now === owner, `The account ${subject} signs in ${now}.`)
    signedIn(device, now, cookie, model)
  }
}

/** Signs in with Grace's password. */
class Enter extends Step {
  async act(model: AccountModel, real: AccountReal): Promise<void> {
    const { device, browser } = this.here(model, real)
    const cookie = browser.jar.header
    const response = await real.world.enter(browser)
    const done = leadsInside(response)
    must(done || (model.flooded && response.status === 429), `The password leads to ${response.status}.`)
    if (done) signedIn(device, GRACE.id, cookie, model)
  }
}

/** Requests a mail for an e-mail address. */
class Ask extends Step {
  constructor(
    at: number,
    readonly address: string,
  ) {
    super(at)
  }

  async act(model: AccountModel, real: AccountReal): Promise<void> {
    const { device, browser } = this.here(model, real)
    const { length } = real.box.mails
    await browser.post('/auth/signin/mail', { email: this.address, callbackUrl: '/inside' })
    if (real.box.mails.length === length) return
    device.mail = { link: real.box.link, address: this.address }
  }
}

/** Opens the link of a mail, which signs in the current user of the e-mail address. */
class Follow extends Step {
  override check({ devices }: Readonly<AccountModel>): boolean {
    return devices[this.at]?.mail !== undefined
  }

  async act(model: AccountModel, real: AccountReal): Promise<void> {
    const { device, browser } = this.here(model, real)
    const { link, address } = device.mail as NonNullable<Device['mail']>
    device.mail = undefined
    const { users } = real.world.adapter.rows
    const holder = users.find(({ email }) => email === address)
    const known = new Set(users.map(({ id }) => id))
    const cookie = browser.jar.header
    const done = leadsInside(await browser.send(link))
    if (!done) return
    const now = (await real.holder(browser.jar.header)) ?? 'nobody'
    must(holder ? now === holder.id : !known.has(now), `The address ${address} signs in ${now}.`)
    // The first verification of an e-mail address ends the sessions in other browsers, unless the user is signed in here.
    if (holder && !holder.emailVerified && device.who !== holder.id) {
      for (const [index, other] of model.devices.entries()) {
        if (index === this.at || other.who !== holder.id) continue
        model.dead.push((real.browsers[index] as Browser).jar.header)
        other.who = null
        other.epoch += 1
      }
    }
    signedIn(device, now, cookie, model)
  }
}

/** Removes an account and ends the sessions of its user, in the documented order. */
class Unlink extends Step {
  constructor(readonly subject: Subject) {
    super(0)
  }

  async act(model: AccountModel, real: AccountReal): Promise<void> {
    const owner = ownerOf(real, this.subject)
    if (owner === undefined) return
    await real.world.adapter.unlinkAccount({ provider: 'acme', providerAccountId: this.subject })
    await real.world.app.sessions.revokeAll(owner)
    ended(owner, model, real)
  }
}

/**
 * A user unlinks one of their accounts, and a call of the database may fail. Sessions stay valid. An account
 * of another user stays linked, and so does an account whose removal is refused.
 */
class UnlinkOwn extends Step {
  constructor(
    at: number,
    readonly subject: Subject,
    readonly fault: number,
    readonly when: 'before' | 'after',
  ) {
    super(at)
  }

  override check({ devices }: Readonly<AccountModel>): boolean {
    return devices[this.at]?.who !== null
  }

  async act(model: AccountModel, real: AccountReal): Promise<void> {
    const { device, browser } = this.here(model, real)
    // Prefers an account of the user, because random steps would rarely choose one.
    const subject = SUBJECTS.find((each) => ownerOf(real, each) === device.who) ?? this.subject
    const owner = ownerOf(real, subject)
    const request = new Request(`${real.world.origin}/page`, { headers: { cookie: browser.jar.header } })
    if (this.fault > 0) real.failAt(this.fault, this.when)
    const account = { provider: 'acme', providerAccountId: subject }
    const result = await real.world.app.accounts.unlink(account, { request }).catch(() => undefined)
    real.failAt()
    const now = ownerOf(real, subject)
    if (owner !== device.who) must(now === owner, `Another user unlinks the account ${subject}.`)
    if (result?.ok) must(now === undefined, `The account ${subject} is linked after it was unlinked.`)
    if (result?.ok === false) must(now === owner, `A removal that is refused changes ${subject}.`)
  }
}

/** An action that runs at the same time as a refresh. */
type Meanwhile = 'nothing' | 'unlink' | 'revoke' | 'sign out' | 'leave' | 'finish' | 'another refresh'

/**
 * Reads tokens that must be refreshed, while something else happens. The tokens belong to an account that the
 * user has, or had just before.
 */
class Refresh extends Step {
  constructor(
    at: number,
    readonly meanwhile: Meanwhile,
  ) {
    super(at)
  }

  override check({ devices }: Readonly<AccountModel>): boolean {
    const { who, flow } = devices[this.at] as Device
    return who !== null && (this.meanwhile !== 'finish' || flow !== undefined)
  }

  async act(model: AccountModel, real: AccountReal): Promise<void> {
    const ownedBy = (id: string | null): string[] =>
      SUBJECTS.filter((subject) => id !== null && ownerOf(real, subject) === id)
    // Prefers a browser whose user has an account, because random steps would rarely choose one.
    const withAccount = model.devices.findIndex(({ who }) => ownedBy(who).length > 0)
    const at = this.meanwhile === 'finish' || withAccount < 0 ? this.at : withAccount
    const { who } = model.devices[at] as Device
    const cookie = (real.browsers[at] as Browser).jar.header
    const request = new Request(`${real.world.origin}/page`, { headers: { cookie } })
    const before = ownedBy(who)
    // Longer than the lifetime of a new token, so that each call refreshes.
    const refresh = (): Promise<TokensResult> => real.world.app.tokens(request, 'acme', { validFor: 1_000 })
    const other = (): unknown => {
      const [subject] = before as Subject[]
      if (this.meanwhile === 'another refresh') return refresh()
      if (this.meanwhile === 'finish') return new Finish(at).act(model, real)
      if (this.meanwhile === 'revoke') return new RevokeAll(at).act(model, real)
      if (this.meanwhile === 'sign out') return new SignOut(at, false).act(model, real)
      if (this.meanwhile === 'leave') return new SignOut(at, true).act(model, real)
      return (
        this.meanwhile === 'unlink' && subject && new UnlinkOwn(at, subject, 0, 'before').act(model, real)
      )
    }
    const stored = await real.world.app.tokens(request, 'acme')
    if (stored.ok) {
      must(!real.tokens.isRevoked(stored.accessToken), 'A token is returned that was revoked.')
      // A valid token shows that the user has signed in with the account again.
      real.tokens.revokedSubjects.delete(real.tokens.subjectOf(stored.accessToken))
    }
    const ended = before.filter((subject) => real.tokens.revokedSubjects.has(subject))
    const [tokens, also] = await Promise.all([refresh(), other()])
    for (const result of this.meanwhile === 'another refresh' ? [tokens, also as TokensResult] : [tokens]) {
      if (!result.ok) {
        const isTakenAway = ['unlink', 'revoke', 'sign out', 'leave', 'finish'].includes(this.meanwhile)
        must(before.length === 0 || ended.length > 0 || isTakenAway, `There are no tokens: ${result.reason}.`)
        continue
      }
      const owner = real.tokens.subjectOf(result.accessToken)
      must([...before, ...ownedBy(who)].includes(owner), `A browser of ${who} gets the tokens of ${owner}.`)
    }
    must(real.tokens.reused.length === 0, `Refresh tokens are sent twice: ${real.tokens.reused}.`)
  }
}

/** The application changes the e-mail address of a user, verified or not. */
class ChangeAddress extends Step {
  constructor(
    at: number,
    readonly address: string,
    readonly proven: boolean,
    readonly fault: Fault = NO_FAULT,
  ) {
    super(at)
  }

  override check({ devices }: Readonly<AccountModel>): boolean {
    return devices[this.at]?.who !== null
  }

  async act(model: AccountModel, real: AccountReal): Promise<void> {
    const id = this.here(model, real).device.who as string
    const holder = holderOf(real, this.address)
    if (holder !== undefined && holder !== id) return
    const emailVerified = this.proven ? new Date() : null
    const before = holderOf(real, this.address)
    await interrupted(this.fault, real, async () =>
      real.database.updateUser?.({ id, email: this.address, emailVerified }),
    )
    const after = holderOf(real, this.address)
    must(after === before || after === id, `The address ${this.address} is given to ${after}.`)
  }
}

/** Ends all sessions of the user who is signed in in a browser. Reports a failed database call, and can be repeated. */
class RevokeAll extends Step {
  constructor(
    at: number,
    readonly fault: Fault = NO_FAULT,
  ) {
    super(at)
  }

  override check({ devices }: Readonly<AccountModel>): boolean {
    return devices[this.at]?.who !== null
  }

  async act(model: AccountModel, real: AccountReal): Promise<void> {
    const id = this.here(model, real).device.who as string
    const revoked = async (): Promise<boolean> => {
      await real.world.app.sessions.revokeAll(id)
      return true
    }
    const { result, failed } = await interrupted(this.fault, real, revoked)
    must(result === true || failed, 'A revocation throws though no call failed.')
    if (result !== true) await revoked()
    ended(id, model, real)
  }
}

/** Signs out here, or also at the provider, which revokes the tokens of the account. */
class SignOut extends Step {
  constructor(
    at: number,
    readonly provider: boolean,
  ) {
    super(at)
  }

  override check({ devices }: Readonly<AccountModel>): boolean {
    return devices[this.at]?.who !== null
  }

  async act(model: AccountModel, real: AccountReal): Promise<void> {
    const { device, browser } = this.here(model, real)
    model.dead.push(browser.jar.header)
    const { status } = await browser.post('/auth/signout', { provider: String(this.provider) })
    must(status === 302, `Signing out leads to ${status}.`)
    const left = await real.world.app.tokens.forUser(String(device.who), 'acme')
    must(
      !left.ok || !real.tokens.isRevoked(left.accessToken),
      `A token is left that was revoked. Refresh tokens that were sent twice: ${real.tokens.reused}.`,
    )
    device.who = null
    device.epoch += 1
    // A sign-out also cancels sign-ins that are in progress in the browser.
    device.flow = undefined
  }
}

/** An attacker with new browsers signs in and out, guesses passwords, and requests mails. */
class Flood extends Step {
  constructor(
    at: number,
    readonly fault: Fault = NO_FAULT,
  ) {
    super(at)
  }

  async act(model: AccountModel, real: AccountReal): Promise<void> {
    model.flooded = true
    await interrupted(this.fault, real, () => this.#flood(real))
  }

  async #flood(real: AccountReal): Promise<void> {
    for (let count = 0; count < 6; count++) {
      const browser = real.world.anotherBrowser()
      await real.world.enter(browser, { password: 'wrong' })
      await real.world.enter(browser)
      await browser.post('/auth/signout')
      await browser.post('/auth/signin/mail', { email: ADDRESSES[count % 4] ?? '', callbackUrl: '/inside' })
    }
  }
}

/** Sends cookies of ended sessions again. */
class Replay extends Step {
  override check({ dead }: Readonly<AccountModel>): boolean {
    return dead.length > 0
  }

  async act({ dead }: AccountModel, real: AccountReal): Promise<void> {
    for (const cookie of dead.slice(-8)) await mustBeDead(cookie, real)
  }
}

const at = fc.nat(2)
const subject = fc.constantFrom(...SUBJECTS)
const address = fc.constantFrom(...ADDRESSES)
const begin = fc.tuple(at, subject, fc.boolean()).map((made) => new Begin(...made))
const when = fc.constantFrom('before' as const, 'after' as const)
/** Most steps are not interrupted. */
const faultIn = (calls: number): fc.Arbitrary<Fault> =>
  fc.oneof(
    { arbitrary: fc.constant(NO_FAULT), weight: 2 },
    { arbitrary: fc.record({ call: fc.integer({ min: 1, max: calls }), when }), weight: 1 },
  )
const finish = fc.tuple(at, faultIn(12)).map((made) => new Finish(...made))
const ask = fc.tuple(at, address).map((made) => new Ask(...made))
const follow = at.map((made) => new Follow(made))
const meanwhile = fc
  .tuple(
    at,
    fc.constantFrom<Meanwhile>(
      'nothing',
      'unlink',
      'revoke',
      'sign out',
      'leave',
      'finish',
      'another refresh',
    ),
  )
  .map((made) => new Refresh(...made))

/**
 * All actions of users, the application and an attacker. Actions that need two steps are listed more often.
 */
export const accountSteps: readonly fc.Arbitrary<fc.AsyncCommand<AccountModel, AccountReal>>[] = [
  ...[begin, begin, begin, begin, finish, finish, finish, finish, ask, ask, follow, follow],
  at.map((made) => new Enter(made)),
  subject.map((made) => new Unlink(made)),
  fc.tuple(at, subject, fc.nat(8), when).map((made) => new UnlinkOwn(...made)),
  ...[meanwhile, meanwhile],
  fc.tuple(at, address, fc.boolean(), faultIn(1)).map((made) => new ChangeAddress(...made)),
  fc.tuple(at, faultIn(3)).map((made) => new RevokeAll(...made)),
  fc.tuple(at, fc.boolean()).map((made) => new SignOut(...made)),
  at.map((made) => new Replay(made)),
]

/** Takes as long as a whole conversation, so it is chosen less often. */
export const flood: fc.Arbitrary<fc.AsyncCommand<AccountModel, AccountReal>> = fc
  .tuple(at, faultIn(60))
  .map((made) => new Flood(...made))
