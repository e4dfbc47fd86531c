import type { TokenClaims } from '../../../builder/spec.js'
import { JWTSessionError } from '../../../errors.js'
import type { Awaitable } from '../../../model/awaitable.js'
import { EXPIRY_MARGIN_SECONDS } from '../../../model/expiry-margin.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import type { JwtOptions } from '../../../options/session-options.js'
import type { Clock } from '../base/clock.js'
import { type Callbacks, throughJson } from '../config/callbacks.js'
import type { Emit } from '../config/events.js'
import { redactErrors } from '../config/logger.js'
import { randomToken } from '../crypto/random.js'
import { parseJwe, type Sealer } from '../crypto/sealer.js'
import type { NamedCookie } from '../http/cookie-policy.js'
import { addCookies, type CookieExchange, withdrawCookie } from '../http/cookies.js'
import { writeChunked } from '../http/write-chunked.js'
import { sessionEnded } from './recent-sign-in.js'
import type { RevocationResult, Revocations } from './revocations.js'
import { cookieEnd, policyOf, remainingLifetime, type SessionPolicy } from './session-renewal.js'
import { createWithin, type SessionRule } from './session-rule.js'
import {
  isSealedClaims,
  type LiveSession,
  type Login,
  type SealedClaims,
  type SessionOrigin,
  type SessionStrategy,
  type TokenSession,
} from './session-strategy.js'

/*
 * How sessions in sealed tokens begin, are renewed and end. Apart from what reads them (sealed-sessions.ts), because most requests only read.
 */

/** A sealed token that is to be written. */
export interface WrittenToken {
  readonly sealed: string
  readonly origin: SessionOrigin
  readonly userId: string
  /** When it was sealed, in seconds since 1970, and for how many seconds it lasts. */
  readonly at: number
  readonly lifetime: number
  /** Whether it holds other claims than the one that was read. */
  readonly isChanged: boolean
}

/** Where sealed tokens are, if not in the cookies themselves. */
export interface TokenHolder {
  /** The token of the session that a request carries. */
  read(exchange: CookieExchange): Promise<string | undefined>
  /** The id of the session that a request carries. */
  idOf(exchange: CookieExchange): Promise<string | undefined>
  /** The id of a session that the request starts. */
  begin(exchange: CookieExchange): Promise<string>
  /** Throws for a sealed token that has too many characters. */
  checkLength(sealed: string): void
  /** Returns `false` where the session has ended. */
  write(written: WrittenToken, exchange: CookieExchange): Promise<boolean>
}

/** What the strategy needs of its app. */
export interface JwtSessionParts {
  readonly sealer: Sealer
  /** Default: tokens are in cookies. */
  readonly holder: TokenHolder | undefined
  readonly cookie: NamedCookie
  readonly callbacks: Callbacks
  readonly emit: Emit
  readonly revocations: Revocations
  readonly logger: LoggerInstance
  readonly policy: SessionPolicy
  readonly options: JwtOptions
  readonly rules: readonly SessionRule[]
  readonly clock: Clock
  /** Whether another process has a secret that this one does not have, as while one is rolled out. */
  secretsDiffer(): Promise<boolean>
}

/** Sessions in sealed tokens, as far as what begins and ends them needs them. */
export interface TokenAccess {
  readonly parts: JwtSessionParts
  /** The token of the session that a request carries. */
  sentToken(exchange: CookieExchange): Awaitable<string | undefined>
  /** The claims of a token, while its session lasts. */
  open(sealed: string): Awaitable<SealedClaims | null>
  clear(exchange: CookieExchange): void
}

/** Starts a session in place of the one that the request carries. Returns its id. */
export async function startTokenSession(
  sessions: TokenAccess,
  login: Login,
  exchange: CookieExchange,
  added?: LiveSession,
): Promise<string> {
  const { provider, user, account, profile, isNewUser, device = {}, isBrief } = login
  // Some databases count their users.
  const subject = String(user.id)
  const returned = await sessions.parts.callbacks.jwt({
    trigger: isNewUser ? 'signUp' : 'signIn',
    provider,
    token: { name: user.name, email: user.email, picture: user.image, sub: subject },
    user,
    account,
    ...(profile && { profile }),
    isNewUser,
    ...('state' in login && { state: login.state }),
  })
  if (!returned) {
    // As any sign-in ends the session before: a copy of its cookie would live on.
    await endTokenSession(sessions, exchange)
    return ''
  }
  const { sub } = returned
  const at = now(sessions)
  const claims = { ...returned, sub: typeof sub === 'string' && sub !== '' ? sub : subject }
  // As they will be read: a date, for one, comes back as a string.
  if (!(await checkClaims(throughJson(claims), sessions.parts.options))) {
    throw new JWTSessionError('What callbacks.jwt returned does not match the schema of `.jwt({ claims })`.')
  }
  const { holder, cookie, policy, revocations, rules } = sessions.parts
  const { start, renewed, mark, brief, end } = added
    ? (added as TokenSession).origin
    : { start: at, mark: login.mark, brief: isBrief, end: login.end }
  const write = async (): Promise<string> => {
    const origin = {
      id: (await holder?.begin(exchange)) ?? randomToken(16),
      start,
      ...(renewed && { renewed }),
      ...(await revocations.stamp(claims.sub)),
      ...(mark && { mark }),
      ...(brief && { brief }),
      ...(end !== undefined && { end }),
      ...(Object.keys(device).length > 0 && { device }),
    }
    const lifetime = remainingLifetime(policyOf(policy, origin), start, at)
    const create = (): Promise<void> => writeToken(sessions, claims, origin, lifetime, exchange, true)
    if (rules.length === 0) await create()
    else {
      const previousId = (await presentedToken(sessions, exchange))?.claims['~session'].id
      const session = { userId: subject, id: origin.id, previousId }
      await createWithin(rules, session, create, () => remove(origin.id))
    }
    return origin.id
  }
  /** Removes a session whose token was not sent yet. */
  const remove = async (id: string): Promise<void> => {
    withdrawCookie(exchange, cookie.name)
    if (holder) await revocations.revoke({ id }).catch(() => undefined)
  }
  // Written first: what ends all sessions of the user from here on ends this one, too.
  const id = await write()
  try {
    const previous = await presentedToken(sessions, exchange)
    const isLive = previous && !(await isRevoked(sessions, previous))
    const ended = isLive ? await revoke(sessions, previous) : 'none'
    if (added && ended === 'none') throw sessionEnded()
    if (ended !== 'user') return id
  } catch (error) {
    // A sign-in that could not end the session before fails, before the new token is sent.
    await remove(id)
    throw error
  }
  // All sessions of the user were ended in place of the one before, and this one with them.
  withdrawCookie(exchange, cookie.name)
  return write()
}

/** The claims as the application's schema makes them, or `null` when they do not match it. */
export async function checkClaims(
  claims: TokenClaims,
  options: Pick<JwtOptions, 'claims'>,
): Promise<TokenClaims | null> {
  const schema = options.claims?.['~standard']
  if (!schema) return claims
  const result = await redactErrors(
    () => schema.validate(claims),
    () => [claims],
  )
  return result.issues ? null : { ...claims, ...(result.value as TokenClaims) }
}

/**
 * Writes a token anew, unless its session was ended while it was worked out.
 *
 * @param isChanged - Whether it holds other claims than the one that was read.
 */
export async function renewToken(
  sessions: TokenAccess,
  claims: TokenClaims,
  origin: SessionOrigin,
  lifetime: number,
  exchange: CookieExchange,
  isChanged: boolean,
): Promise<void> {
  const { revocations } = sessions.parts
  const userId = String(claims['sub'])
  const { epoch: _, ...others } = origin
  // Under an older secret, which is removed some time, the session would not end with the others of its user.
  const isNamed = others.user === undefined || others.user === (await revocations.nameOf(userId))
  const renewed = isNamed ? origin : { ...others, ...(await revocations.stamp(userId)) }
  // After its epoch was read: what ends all sessions of the user from here on ends this one, too.
  if (await revocations.isRevoked(origin, userId)) return sessions.clear(exchange)
  await writeToken(sessions, claims, renewed, lifetime, exchange, isChanged)
}

async function writeToken(
  sessions: TokenAccess,
  claims: TokenClaims,
  origin: SessionOrigin,
  lifetime: number,
  exchange: CookieExchange,
  isChanged: boolean,
): Promise<void> {
  const { sealer, cookie, holder, options } = sessions.parts
  const sealed = await sealer.seal({ ...claims, '~session': origin }, lifetime).catch(unsealable)
  const at = now(sessions)
  if (holder) {
    holder.checkLength(sealed)
    // An encoder of the application may drop claims.
    if (options.encode && (await sessions.open(sealed))?.['~session'].id !== origin.id) {
      throw new JWTSessionError(
        'A token that `encode` of .jwt() made does not open with the claim `~session` that it was given. With .session({ sessionStore }), it names the session: encode every claim.',
      )
    }
    const userId = String(claims['sub'])
    const written = { sealed, origin, userId, at, lifetime, isChanged }
    if (!(await holder.write(written, exchange))) sessions.clear(exchange)
    return
  }
  addCookies(
    exchange,
    writeChunked(cookie, sealed, cookieEnd(at + lifetime, at, origin.brief), exchange.cookies),
  )
}

function unsealable(error: Error): never {
  throw new JWTSessionError('The session token could not be made from what callbacks.jwt returned.', {
    cause: error,
  })
}

/**
 * Ends the session that the request carries; `undefined` when there is none.
 *
 * @param unreadable - What to do about one whose secret this process does not have. Default: it is left.
 */
export async function endTokenSession(
  sessions: TokenAccess,
  exchange: CookieExchange,
  unreadable?: 'end',
): ReturnType<SessionStrategy['end']> {
  const presented = await presentedToken(sessions, exchange)
  if (!presented && unreadable) await endUnreadable(sessions, exchange)
  const isLive = presented && !(await isRevoked(sessions, presented))
  if (isLive) await revoke(sessions, presented)
  // Only after it is revoked: a cookie that outlives a failure can be tried again.
  sessions.clear(exchange)
  if (!isLive || presented.time === 'expired') return undefined
  const { '~session': _, ...token } = presented.claims
  return { token }
}

/**
 * Ends a session whose token was sealed with a secret that this process does not have, as while a new one is rolled out. In a store, the session
 * is removed by its id. Throws `JWTSessionError` for a token in a cookie: nothing in it can be read.
 */
async function endUnreadable(sessions: TokenAccess, exchange: CookieExchange): Promise<void> {
  const { holder, revocations } = sessions.parts
  const sealed = await sessions.sentToken(exchange)
  if (sealed === undefined || !(await isOfOtherProcess(sealed, sessions))) return
  const id = await holder?.idOf(exchange)
  if (id === undefined) {
    throw new JWTSessionError('The session token was sealed with a secret that this process does not have.')
  }
  await revocations.revoke({ id })
}

/** Whether another process may have sealed a token with a secret that this one does not have. */
export async function isOfOtherProcess(token: string, { parts }: TokenAccess): Promise<boolean> {
  const isUnknown = parseJwe(token) !== undefined && (await parts.sealer.hasKeyOf(token)) === false
  return isUnknown && parts.secretsDiffer()
}

/** A token of this application, and how its times relate to the clock of this process. */
interface PresentedToken {
  readonly claims: SealedClaims
  readonly time: 'early' | 'valid' | 'expired'
}

/** The session of the token that the request carries, also where the clock of this process rejects the token. */
async function presentedToken(
  sessions: TokenAccess,
  exchange: CookieExchange,
): Promise<PresentedToken | null> {
  const sealed = await sessions.sentToken(exchange)
  if (sealed === undefined) return null
  const claims = await sessions.open(sealed)
  return claims ? { claims, time: 'valid' } : outOfTime(sessions, sealed)
}

/** A token that `open` rejected, where it is one of this application and the clock is the only reason. */
export async function outOfTime(sessions: TokenAccess, sealed: string): Promise<PresentedToken | null> {
  const { sealer, policy } = sessions.parts
  const claims = await sealer.openAtAnyTime(sealed)
  if (!claims || !isSealedClaims(claims)) return null
  const at = now(sessions)
  const end = Math.min(claims.exp, claims['~session'].start + policy.absoluteMaxAge)
  if (end > at) return { claims, time: 'early' }
  return end > at - EXPIRY_MARGIN_SECONDS ? { claims, time: 'expired' } : null
}

/** A session that is revoked already is not revoked again: a client with a copy of its token could otherwise reach the limit at which all sessions of the user are revoked. */
const isRevoked = ({ parts }: TokenAccess, { claims }: PresentedToken): Awaitable<boolean> =>
  parts.revocations.isRevoked(claims['~session'], claims.sub)

const revoke = (sessions: TokenAccess, { claims }: PresentedToken): Promise<RevocationResult> =>
  revokeTokens(sessions, claims['~session'], claims.sub)

/** Revokes a session for as long as a token of it could be opened, also by a clock that is behind this one. */
export function revokeTokens(
  sessions: TokenAccess,
  { id, user, start }: SessionOrigin,
  userId: string,
): Promise<RevocationResult> {
  const { revocations, policy } = sessions.parts
  const lasts = start + policy.absoluteMaxAge - now(sessions) + EXPIRY_MARGIN_SECONDS
  return revocations.revoke({ id, userId, user, lasts })
}

function now({ parts }: TokenAccess): number {
  return Math.floor(parts.clock() / 1000)
}
