import { AccessDenied, MissingCSRF } from '../../../errors.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../../core/base/clock.js'
import { randomToken } from '../../core/crypto/random.js'
import type { ApiCall } from '../../core/feature.js'
import { mayChangeState } from '../../core/http/cross-site-check.js'
import { toResponse, toResponseData } from '../../core/http/response.js'
import { redirect } from '../../core/http/route-result.js'
import { lastEnding } from '../../core/login/ended-sign-ins.js'
import { sameId } from '../../core/login/identity.js'
import type { Exchange } from '../../core/object-lifetimes.js'
import { ActorCookie } from './actor-cookie.js'
import {
  type Allow,
  currentImpersonation,
  type ImpersonationParts,
  isAllowed,
  sessionHash,
  stoppedKey,
  storedUser,
} from './current-impersonation.js'
import { impersonatedClaims } from './impersonated-session.js'
import type { ImpersonationRequest } from './impersonation-options.js'

interface StartOptions {
  readonly allow: Allow
  readonly maxAge: number
}

export async function start(
  call: ApiCall,
  userId: string,
  target: ImpersonationRequest,
  options: StartOptions,
): Promise<Response> {
  return change(call, target, (exchange, parts) => begin(userId, exchange, parts, options))
}

export async function stop(call: ApiCall, target: ImpersonationRequest): Promise<Response> {
  return change(call, target, finish)
}

async function change(
  call: ApiCall,
  { request, redirectTo }: ImpersonationRequest,
  run: (exchange: Exchange, parts: ImpersonationParts) => Promise<void>,
): Promise<Response> {
  const { app, exchange } = await call.open(request)
  const { method } = exchange.incoming
  // A browser may fetch a link of this site in advance.
  if (method === 'GET' || method === 'HEAD' || !mayChangeState(exchange)) {
    throw new MissingCSRF(
      'An impersonation can be started or ended only from a page of this site. Send a form with POST.',
    )
  }
  const location = await app.callbacks.redirect(redirectTo ?? app.home, exchange.origin)
  const { site } = exchange
  await run(exchange, { app, sessions: site.sessions, cookie: new ActorCookie(site) })
  return toResponse(toResponseData(redirect(location), exchange))
}

async function begin(
  userId: string,
  exchange: Exchange,
  { app, sessions, cookie }: ImpersonationParts,
  { allow, maxAge }: StartOptions,
): Promise<void> {
  await sessions.requireWritable?.(exchange)
  // The actor's session is used, because the cookie of an earlier impersonation may still be there.
  sessions.useSignedInSession?.(exchange)
  const actorSession = await sessions.find(exchange)
  const actor = actorSession && (await storedUser(actorSession.userId, app))
  if (!actor) throw new AccessDenied('No user is signed in, so an impersonation cannot start.')
  // Read before the user. The number increases each time sign-ins are ended, so if the user's sign-ins are
  // ended after this line, the impersonation is invalid.
  const ending = await lastEnding(app.commonStore)
  const user = await storedUser(userId, app)
  // The error is the same if the user does not exist, so that it does not reveal which users exist.
  if (!user || sameId(user.id, actor.id) || !(await isAllowed({ actor, user }, allow))) {
    throw new AccessDenied(`The user '${actor.id}' may not act as the user '${userId}'.`)
  }
  const claims = app.spec.session.strategy === 'jwt' ? await impersonatedClaims(user, app) : undefined
  const session = await sessionHash(exchange, sessions)
  const acting = { id: randomToken(), session, user: user.id, ending, ...(claims && { claims }) }
  await cookie.write(acting, maxAge, exchange)
  await app.emit('impersonate', { actor, user, state: 'started' })
}

/** Ends an impersonation, even if `allow` throws. A copy of the cookie is invalid afterwards. */
async function finish(exchange: Exchange, parts: ImpersonationParts): Promise<void> {
  const { app, sessions, cookie } = parts
  sessions.useSignedInSession?.(exchange)
  const current = await currentImpersonation(exchange, parts)
  if (current) {
    const { id, exp } = current.acting
    const seconds = exp - Math.floor(app.clock() / 1000) + SERVER_CLOCK_TOLERANCE_SECONDS
    await app.store.set(stoppedKey(id), '1', seconds)
  }
  cookie.clear(exchange)
  if (current) await app.emit('impersonate', { actor: current.actor, user: current.user, state: 'stopped' })
}
