import { sha256 } from '#sha256'
import type { AdapterUser } from '../../../adapters/contract.js'
import type { TokenClaims } from '../../../builder/spec.js'
import { AccessDenied, JWTSessionError, MissingAdapter, MissingCSRF } from '../../../errors.js'
import type { Account } from '../../../model/account.js'
import type { SessionActor } from '../../../model/session.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../../core/base/clock.js'
import { throughJson } from '../../core/base/json.js'
import { redactErrors } from '../../core/config/logger.js'
import { randomToken } from '../../core/crypto/random.js'
import type { Sealer } from '../../core/crypto/sealer.js'
import type { ApiCall } from '../../core/feature.js'
import {
  actorCookieName,
  type NamedCookie,
  sessionAudience,
  sessionSalt,
} from '../../core/http/cookie-policy.js'
import {
  addCookies,
  type CookieExchange,
  clearChunked,
  readChunked,
  sentNames,
} from '../../core/http/cookies.js'
import { toResponse, toResponseData } from '../../core/http/response.js'
import { redirect } from '../../core/http/result.js'
import { mayChangeState } from '../../core/http/state-change.js'
import { writeChunked } from '../../core/http/write-chunked.js'
import type { App, Exchange, SiteParts } from '../../core/lifetimes.js'
import { lastEnding, wereEndedSince } from '../../core/login/ended-sign-ins.js'
import { sameId } from '../../core/login/identity.js'
import { checkClaims } from '../../core/sessions/sealed-session-changes.js'
import type {
  FindOptions,
  LiveSession,
  SessionStrategy,
  ShownSession,
} from '../../core/sessions/session-strategy.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { inTime } from '../../core/storage/in-time.js'
import type { ImpersonationOptions, ImpersonationTarget } from './impersonation-options.js'

/*
 * The session of the actor is not changed. An additional sealed cookie contains the user to act as, and the
 * hash of the actor's session. When the session is read, the cookie is opened and the other user is shown.
 * All other code that looks for a session gets `AccessDenied`, so nothing can be changed for either user.
 */

interface Options {
  readonly allow: ImpersonationOptions<AdapterUser>['allow']
  readonly maxAge: number
}

/** The content of the cookie. */
interface Acting {
  /** Identifies the impersonation in the store after it was stopped. */
  readonly id: string
  /** The hash of the key of the actor's session. */
  readonly session: string
  /** The id of the impersonated user. */
  readonly user: string
  /** The result of `lastEnding` when the impersonation began. */
  readonly ending: number
  /** With strategy `'jwt'`: the result of `callbacks.jwt` for the user. */
  readonly claims?: TokenClaims
  readonly iat: number
  readonly exp: number
}

/** An impersonation, with both users as they are stored now. */
interface LiveActing {
  readonly acting: Acting
  readonly actor: AdapterUser
  readonly user: AdapterUser
}

/** Finds and shows the sessions of impersonated users. */
export function actingSessions(
  sessions: SessionStrategy,
  site: SiteParts,
  options: Options,
): SessionStrategy {
  return new ActingSessions(sessions, site, options)
}

class ActingSessions implements SessionStrategy {
  readonly #sessions: SessionStrategy
  readonly #app: App
  readonly #options: Options
  readonly #cookie: NamedCookie
  readonly #sealer: Sealer
  /** Requests in which the actor signs out. */
  readonly #left = new WeakSet<CookieExchange>()

  constructor(sessions: SessionStrategy, { app, cookies, hostname }: SiteParts, options: Options) {
    const { name, options: attributes } = cookies.sessionToken
    this.#sessions = sessions
    this.#app = app
    this.#options = options
    this.#cookie = { name: actorCookieName(name), options: attributes }
    const site = sessionAudience(app.spec.options.sessionAudience, cookies.sessionToken, hostname)
    this.#sealer = app.sealer({ purpose: 'impersonation', audience: sessionSalt(this.#cookie.name, site) })
  }

  async find(exchange: CookieExchange, options?: FindOptions): Promise<LiveSession | null> {
    if (!this.#isActing(exchange)) return this.#sessions.find(exchange, options)
    const live = await this.#live(exchange)
    if (!live) return null
    // Only code that shows a session accepts copies. All other code would act for the impersonated user.
    if (!options?.copies) throw refusal(live)
    return this.#sessionOf(live)
  }

  async show(
    live: LiveSession,
    update: Parameters<SessionStrategy['show']>[1],
    request: Parameters<SessionStrategy['show']>[2],
  ): Promise<ShownSession | null> {
    const { actor } = live
    if (!actor) return this.#sessions.show(live, update, request)
    // Writes nothing, because the session cookie is that of the actor.
    const shown = await this.#sessions.show(live, undefined, { extension: 'never', writes: false })
    if (!shown?.session) return null
    const expires = live.strategy === 'jwt' ? new Date(Number(live.claims['exp']) * 1000) : live.row.expires
    // `expires` and `actor` replace those of `callbacks.session`.
    return { session: { ...shown.session, expires: expires.toISOString(), actor }, keep: undefined }
  }

  async start(...[login, exchange, added]: Parameters<SessionStrategy['start']>): Promise<string> {
    const key = await this.#sessions.start(login, exchange, added)
    this.#clearActing(exchange)
    return key
  }

  discard(key: string, exchange: CookieExchange): Promise<void> {
    return this.#sessions.discard(key, exchange)
  }

  /**
   * Differs from the key of the actor's own session, so a form from one of them is not accepted in the other.
   */
  async key(exchange: CookieExchange): Promise<string> {
    const key = await this.#sessions.key(exchange)
    if (!this.#isActing(exchange)) return key
    const sealed = readChunked(this.#cookie.name, exchange.cookies)
    return sealed === undefined ? key : `acting ${await sha256(`${key} ${sealed}`)}`
  }

  async end(exchange: CookieExchange): ReturnType<SessionStrategy['end']> {
    const ended = await this.#sessions.end(exchange)
    this.#clearActing(exchange)
    return ended
  }

  // If an impersonation ends by itself, the session of the actor is still valid, and `stop` needs both
  // cookies.
  clear(exchange: CookieExchange): void {
    if (!this.#isActing(exchange)) this.#sessions.clear(exchange)
  }

  clearUnusable(exchange: CookieExchange): void {
    if (!this.#isActing(exchange)) this.#sessions.clearUnusable(exchange)
  }

  leaveImpersonation(exchange: CookieExchange): void {
    this.#left.add(exchange)
  }

  async requireNoActor(exchange: CookieExchange): Promise<void> {
    const live = this.#isActing(exchange) ? await this.#live(exchange) : undefined
    if (live) throw refusal(live)
  }

  /** Begins to act as a user. */
  async begin(userId: string, exchange: Exchange): Promise<void> {
    await this.requireNoActor(exchange)
    // An impersonation that has ended does not prevent a new one.
    const actorSession = await this.#sessions.find(exchange)
    const actor = actorSession && (await this.#stored(actorSession.userId))
    if (!actor) throw new AccessDenied('No user is signed in, so an impersonation cannot start.')
    const { commonStore } = this.#app
    // Before the user is read: the sessions of the user may be revoked until the cookie is sealed.
    const ending = await lastEnding(commonStore)
    const user = await this.#stored(userId)
    // The error is the same for a user who does not exist, so it does not reveal which users exist.
    if (!user || sameId(user.id, actor.id) || !(await this.#isAllowed(actor, user))) {
      throw new AccessDenied(`The user '${actor.id}' may not act as the user '${userId}'.`)
    }
    const { maxAge } = this.#options
    const claims = this.#app.spec.session.strategy === 'jwt' ? await this.#claimsOf(user) : undefined
    const session = await sha256(await this.#sessions.key(exchange))
    const sealed = await this.#sealer.seal(
      { id: randomToken(), session, user: user.id, ending, ...(claims && { claims }) },
      maxAge,
    )
    // The cookie outlives the impersonation. Otherwise the actor's own session could come back unnoticed
    // while the page still shows the other user.
    addCookies(exchange, writeChunked(this.#cookie, sealed, {}, exchange.cookies))
    await this.#app.emit('impersonate', { actor, user, state: 'started' })
  }

  /** Ends the impersonation, even if `allow` fails. A copy of the cookie is then invalid. */
  async finish(exchange: Exchange): Promise<void> {
    const live = this.#isActing(exchange) ? await this.#found(exchange) : null
    if (live) {
      const { id, exp } = live.acting
      const seconds = exp - Math.floor(this.#app.clock() / 1000) + SERVER_CLOCK_TOLERANCE_SECONDS
      await this.#app.store.set(stoppedKey(id), '1', seconds)
    }
    this.#clearActing(exchange)
    if (live) await this.#app.emit('impersonate', { actor: live.actor, user: live.user, state: 'stopped' })
  }

  #isActing(exchange: CookieExchange): boolean {
    return sentNames(this.#cookie.name, exchange.cookies).length > 0 && !this.#left.has(exchange)
  }

  #clearActing(exchange: CookieExchange): void {
    addCookies(exchange, clearChunked(this.#cookie, exchange.cookies))
  }

  /**
   * The impersonation of a request. `null` if it has expired, the actor's session has ended, or `allow` no
   * longer permits it.
   */
  async #live(exchange: CookieExchange): Promise<LiveActing | null> {
    const found = await this.#found(exchange)
    return found && (await this.#isAllowed(found.actor, found.user)) ? found : null
  }

  /** The impersonation of a request, without a call of `allow`. */
  async #found(exchange: CookieExchange): Promise<LiveActing | null> {
    const sealed = readChunked(this.#cookie.name, exchange.cookies)
    const acting = sealed === undefined ? null : ((await this.#sealer.open(sealed)) as Acting | null)
    if (!acting) return null
    const actorSession = await this.#sessions.find(exchange)
    if (!actorSession || acting.session !== (await sha256(await this.#sessions.key(exchange)))) return null
    const { commonStore, store } = this.#app
    if (await wereEndedSince(acting.ending, acting.user, commonStore)) return null
    if ((await store.get(stoppedKey(acting.id))) !== null) return null
    const actor = await this.#stored(actorSession.userId)
    const user = await this.#stored(acting.user)
    return actor && user ? { acting, actor, user } : null
  }

  async #isAllowed(actor: AdapterUser, user: AdapterUser): Promise<boolean> {
    const allowed = await redactErrors(
      () => inTime(this.#options.allow({ actor, user })),
      () => [actor, user],
    )
    return allowed === true
  }

  async #stored(id: string): Promise<AdapterUser | null> {
    const user = await adapterOf(this.#app).getUser(id)
    return user && sameId(user.id, id) ? user : null
  }

  async #sessionOf({ acting, actor: stored, user }: LiveActing): Promise<LiveSession | null> {
    // No stored session has this id, so nothing can end or change the actor's session.
    const id = `acting ${acting.session} ${acting.user} ${acting.iat}`
    const actor = describe(stored)
    if (!acting.claims) {
      const expires = new Date(acting.exp * 1000)
      const row = { sessionToken: id, userId: user.id, expires }
      return { strategy: 'database', userId: user.id, row, user, actor }
    }
    const checked = await checkClaims(acting.claims, this.#app.spec.jwt)
    if (!checked) return null
    const { iat, exp } = acting
    const claims = { ...checked, sub: acting.claims['sub'], iat, exp }
    return { strategy: 'jwt', userId: String(claims.sub), claims, origin: { id, start: iat }, actor }
  }

  /** The claims of a sign-in of the user, without those that a provider adds. */
  async #claimsOf(user: AdapterUser): Promise<TokenClaims> {
    const account: Account = {
      provider: 'impersonation',
      type: 'credentials',
      providerAccountId: user.id,
      userId: user.id,
    }
    const returned = await this.#app.callbacks.jwt({
      trigger: 'signIn',
      provider: account.provider,
      token: { name: user.name, email: user.email, picture: user.image, sub: user.id },
      user,
      account,
      isNewUser: false,
    })
    if (!returned) throw new AccessDenied('callbacks.jwt returned no token for the user.')
    const claims = throughJson({ ...returned, sub: returned['sub'] || user.id })
    if (await checkClaims(claims, this.#app.spec.jwt)) return claims
    throw new JWTSessionError('The result of callbacks.jwt does not match the schema of `.jwt({ claims })`.')
  }
}

/** Starts an impersonation in the browser of a request. */
export async function start(call: ApiCall, userId: string, target: ImpersonationTarget): Promise<Response> {
  return change(call, target, (sessions, exchange) => sessions.begin(userId, exchange))
}

/** Ends the impersonation of the browser of a request. */
export async function stop(call: ApiCall, target: ImpersonationTarget): Promise<Response> {
  return change(call, target, (sessions, exchange) => sessions.finish(exchange))
}

async function change(
  call: ApiCall,
  { request, redirectTo }: ImpersonationTarget,
  run: (sessions: ActingSessions, exchange: Exchange) => Promise<void>,
): Promise<Response> {
  const { app, exchange } = await call.open(request)
  if (!mayChangeState(exchange)) {
    throw new MissingCSRF(
      'Only a page of this site can start or stop an impersonation, and not with GET. Send a form with POST.',
    )
  }
  const location = await app.callbacks.redirect(redirectTo ?? app.home, exchange.origin)
  await run(exchange.site.sessions as ActingSessions, exchange)
  return toResponse(toResponseData(redirect(location), exchange))
}

function stoppedKey(id: string): string {
  return `impersonation-stopped:${id}`
}

function refusal({ actor, user }: LiveActing): AccessDenied {
  return new AccessDenied(
    `The user '${actor.id}' acts as the user '${user.id}'. Accounts cannot be changed during an impersonation. Call auth.impersonation.stop() first.`,
  )
}

function describe({ id, name, email, image }: AdapterUser): SessionActor {
  return { id, name, email, image }
}

function adapterOf({ adapter }: App): GuardedAdapter {
  if (adapter) return adapter
  throw new MissingAdapter('impersonation() needs an adapter: call .adapter() before .build().')
}
