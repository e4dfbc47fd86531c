import type { JwtContext, TokenClaims } from '../../../builder/auth-spec.js'
import { StoreError } from '../../../errors.js'
import type { Awaitable } from '../../../model/awaitable.js'
import { firstOf } from '../base/first-of.js'
import type { Sealer } from '../crypto/sealer.js'
import {
  addCookies,
  type CookieExchange,
  clearChunked,
  readChunked,
  withdrawCookie,
} from '../http/cookies.js'
import type { App, SiteParts } from '../object-lifetimes.js'
import { loadRoutes } from '../route-table.js'
import type { RejectedTokens } from './rejected-tokens.js'
import { checkClaims, claimsProblem, renewToken, revokeTokens } from './sealed-session-changes.js'
import { sessionAudience, sessionSalt } from './session-audience.js'
import {
  isTokenExtended,
  policyOf,
  type RenewSession,
  remainingLifetime,
  renewSessions,
  sessionPolicy,
} from './session-lifetime.js'
import { type FindRule, findRules, isAdmitted, isChange, type ShowRule, showRules } from './session-rule.js'
import {
  baseSession,
  type EndedSession,
  type FindOptions,
  isSealedClaims,
  type LiveSession,
  type Login,
  type SealedClaims,
  type SessionStrategy,
  type SessionUpdate,
  type ShownSession,
  type ShowRequest,
  type TokenSession,
  userIdOf,
} from './session-strategy.js'
import { type JwtSessionParts, secondsNow, type TokenAccess, type TokenHolder } from './token-access.js'

export function sealedSessions(
  { app, cookies, hostname, rules }: SiteParts,
  holder?: TokenHolder,
): SessionStrategy {
  const { callbacks, emit, clock, logger, revocations, spec, tenant } = app
  const { sessionToken: cookie } = cookies
  const siteAudience = sessionAudience(spec.options.sessionAudience, cookie, hostname)
  // The audience contains the tenant, because a custom encoder may use the same key for all tenants.
  const audience = tenant === undefined ? siteAudience : `${encodeURIComponent(tenant)}/${siteAudience}`
  // A different name and audience, so that a token from a store cannot be used as a cookie, even in a
  // configuration without a store.
  const suffix = holder ? '.store' : ''
  return new SealedSessions({
    sealer: sessionSealer(app, cookie.name + suffix, audience + suffix),
    holder,
    cookie,
    callbacks,
    emit,
    revocations,
    logger,
    policy: sessionPolicy(spec),
    options: spec.jwt,
    clock,
    rules,
    async secretsDiffer() {
      if (app.store.scope === 'process') return false
      const { agreement } = await loadRoutes()
      return (await agreement({ app, cookies, hostname }, 'read')) === 'differ'
    },
  })
}

function sessionSealer(app: App, cookieName: string, audience: string): Sealer {
  const { clock, loaded } = app
  const { jwt } = app.spec
  const secrets = jwt.secret === undefined ? app.secrets : [jwt.secret].flat()
  const { encode, decode } = jwt
  const format = { encode, decode, secrets, salt: cookieName, audience, clock }
  return (
    firstOf(loaded, ({ sealer }) => sealer?.(format)) ??
    app.sealer({ secrets, purpose: 'session', audience: sessionSalt(cookieName, audience) })
  )
}

class SealedSessions implements SessionStrategy, TokenAccess {
  readonly parts: JwtSessionParts
  /** Requests with a token that this process rejects, but another process may accept. */
  readonly #undecided = new WeakSet<CookieExchange>()
  readonly #findRules: readonly FindRule[] | undefined
  readonly #showRules: readonly ShowRule[] | undefined
  #rejected: RejectedTokens | undefined
  readonly #renewSession: RenewSession

  constructor(parts: JwtSessionParts) {
    this.parts = parts
    this.#findRules = findRules(parts.rules)
    this.#showRules = showRules(parts.rules)
    this.#renewSession = renewSessions(
      parts,
      'until the store responds again, they keep the expiry that is stored.',
    )
  }

  async find(exchange: CookieExchange, options?: FindOptions): Promise<TokenSession | null> {
    const sealed = await this.sentToken(exchange)
    if (sealed === undefined) return null
    const opened = await this.open(sealed)
    if (!opened) {
      await this.#explain(sealed, exchange)
      return null
    }
    const { '~session': origin, ...claims } = opened
    const { sub, iat, exp } = opened
    const userId = userIdOf(origin, sub)
    if (await this.parts.revocations.isRevoked(origin, userId, options)) return null
    const live: TokenSession = { strategy: 'jwt', userId, claims, origin }
    if (!this.parts.options.claims) return this.#admitted(live, exchange, options)
    const checked = await checkClaims(claims, this.parts.options)
    if (!checked) return null
    return this.#admitted({ ...live, claims: { ...checked, sub, iat, exp } }, exchange, options)
  }

  #admitted(
    live: TokenSession,
    exchange: CookieExchange,
    options: FindOptions | undefined,
  ): TokenSession | Promise<TokenSession | null> {
    const rules = this.#findRules
    if (!rules) return live
    return isAdmitted(rules, live, exchange).then((isKept) =>
      isKept ? live : this.#ended(live, options?.writes),
    )
  }

  /**
   * Revokes the session, and returns `null`. Without the revocation, a copy of the cookie would stay valid.
   */
  async #ended({ origin, userId }: TokenSession, writes = true): Promise<null> {
    if (writes) await revokeTokens(this, origin, userId)
    return null
  }

  async start(login: Login, exchange: CookieExchange, added?: LiveSession): Promise<string> {
    const { startTokenSession } = await loadRoutes()
    return startTokenSession(this, login, exchange, added)
  }

  async discard(_: string, exchange: CookieExchange): Promise<void> {
    // The browser has not received the token yet, so nothing has to be revoked.
    withdrawCookie(exchange, this.parts.cookie.name)
    this.clear(exchange)
  }

  async key(exchange: CookieExchange): Promise<string> {
    const sealed = await this.sentToken(exchange)
    return (sealed === undefined ? null : await this.open(sealed))?.['~session'].id ?? ''
  }

  async show(
    live: LiveSession,
    update: SessionUpdate | undefined,
    request: ShowRequest,
  ): Promise<ShownSession | null> {
    const { callbacks, emit, logger, options } = this.parts
    const found = live as TokenSession
    const current = this.#showRules ? await this.#changed(found, this.#showRules, request.writes) : found
    if (current === null) return null
    const { claims: claimsBefore, origin } = current
    const { sub, iat, exp } = claimsBefore as Pick<SealedClaims, 'sub' | 'iat' | 'exp'>
    // Serialized before the call, because a callback may modify the claims in place.
    const textBefore = callbacks.changesTokens ? textOf(claimsBefore) : undefined
    const returned = await callbacks.jwt(contextOf(claimsBefore, update))
    if (!returned) return null
    const claims: TokenClaims = callbacks.changesTokens ? { ...returned, sub, iat, exp } : returned
    const now = secondsNow(this)
    const policy = policyOf(this.parts.policy, origin)
    const lifetime = remainingLifetime(policy, origin.start, now)
    const isExtended = isTokenExtended({ iat, exp }, now, policy.updateAge, request)
    const isChanged = textBefore !== undefined && textOf(claims) !== textBefore
    const problem = isChanged && (await claimsProblem(claims, options))
    if (problem) {
      // After a failed update, the session keeps its claims. A failed read would fail again each time, so it
      // ends the session.
      if (update) throw problem
      logger.error(problem)
      return null
    }
    const isChangedByRule = current !== found
    const renews = isExtended || isChangedByRule || isChanged
    const user = { name: claims['name'], email: claims['email'], image: claims['picture'] }
    const endingAt = (seconds: number) =>
      callbacks.session({
        session: baseSession(user, new Date(seconds * 1000), live.fields),
        token: claims,
        ...(update && { newSession: update.data, trigger: 'update' }),
      })
    const session = await endingAt(renews && request.keeps !== false ? now + lifetime : exp)
    await emit('session', { session, token: claims })
    const keep: ShownSession['keep'] = async (exchange) => {
      const isRenewed = await this.#renewSession(
        () => renewToken(this, { claims, origin, lifetime, isChanged }, exchange),
        // During an update, an outage is an error: the user must not believe that the change was stored.
        (error) => !update && error instanceof StoreError,
      )
      return isRenewed ? undefined : endingAt(exp)
    }
    return { session, keep: renews ? keep : undefined }
  }

  async #changed(
    found: TokenSession,
    rules: readonly ShowRule[],
    writes: boolean | undefined,
  ): Promise<TokenSession | null> {
    let live = found
    for (const rule of rules) {
      const verdict = await rule.admit?.(live)
      if (verdict === 'keep') continue
      if (!isChange(verdict)) return this.#ended(live, writes)
      const { sub, iat, exp } = live.claims
      const { claims, refreshed = live.origin.refreshed } = verdict
      live = { ...live, claims: { ...claims, sub, iat, exp }, origin: { ...live.origin, refreshed } }
    }
    return live
  }

  async end(exchange: CookieExchange): Promise<EndedSession | undefined> {
    const { endTokenSession } = await loadRoutes()
    return endTokenSession(this, exchange, 'end')
  }

  clear(exchange: CookieExchange): void {
    addCookies(exchange, clearChunked(this.parts.cookie, exchange.cookies))
  }

  clearUnusable(exchange: CookieExchange): void {
    if (!this.#undecided.has(exchange)) this.clear(exchange)
  }

  sentToken(exchange: CookieExchange): Awaitable<string | undefined> {
    const { holder, cookie } = this.parts
    return holder ? holder.read(exchange) : readChunked(cookie.name, exchange.cookies)
  }

  async open(sealed: string): Promise<SealedClaims | null> {
    const { sealer, policy } = this.parts
    const opened = await sealer.open(sealed)
    if (!opened || !isSealedClaims(opened)) return null
    // A custom encoder may write a different `exp`, so the absolute lifetime is checked as well.
    const { '~session': origin } = opened
    return remainingLifetime(policyOf(policy, origin), origin.start, secondsNow(this)) > 0 ? opened : null
  }

  async #explain(sealed: string, exchange: CookieExchange): Promise<void> {
    const { RejectedTokens } = await loadRoutes()
    this.#rejected ??= new RejectedTokens(this)
    if (await this.#rejected.check(sealed)) this.#undecided.add(exchange)
  }
}

function contextOf(token: TokenClaims, update: SessionUpdate | undefined): JwtContext {
  return update ? { trigger: 'update', token, session: update.data } : { trigger: undefined, token }
}

function textOf(claims: TokenClaims): string {
  return JSON.stringify(Object.entries({ ...claims, jti: undefined }).sort(([a], [b]) => (a < b ? -1 : 1)))
}
