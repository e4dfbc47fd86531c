import type { TokenClaims } from '../../../builder/spec.js'
import { JWTSessionError } from '../../../errors.js'
import type { Awaitable } from '../../../model/awaitable.js'
import { EXPIRY_MARGIN_SECONDS } from '../../../model/expiry-margin.js'
import type { LoggerInstance } from '../../../options/auth-options.js'
import type { JwtOptions } from '../../../options/session-options.js'
import type { Clock } from '../base/clock.js'
import { throughJson } from '../base/json.js'
import type { Callbacks } from '../config/callbacks.js'
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
 * How sessions in sealed tokens begin, are renewed and end. Separate from reading (sealed-sessions.ts),
 * because most requests only read.
 */

/** A sealed token to write. */
export interface WrittenToken {
  readonly sealed: string
  readonly origin: SessionOrigin
  readonly userId: string
  /** When it was sealed, in seconds since 1970, and its lifetime in seconds. */
  readonly at: number
  readonly lifetime: number
  /** Whether its claims differ from those that were read. */
  readonly isChanged: boolean
}

/** Storage of sealed tokens outside of cookies. */
export interface TokenHolder {
  /** The session token of a request. */
  read(exchange: CookieExchange): Promise<string | undefined>
  /** The session id of a request. */
  idOf(exchange: CookieExchange): Promise<string | undefined>
  /** Returns the id for a session that the request starts. */
  begin(exchange: CookieExchange): Promise<string>
  /** Throws if a sealed token is too long. */
  checkLength(sealed: string): void
  /** Returns `false` if the session has ended. */
  write(written: WrittenToken, exchange: CookieExchange): Promise<boolean>
}

/** Parts of the app that the strategy needs. */
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
  /** Whether another process has a secret that this one lacks, for example during a deployment. */
  secretsDiffer(): Promise<boolean>
}

/** The part of a strategy for sealed tokens that is needed to start and end sessions. */
export interface TokenAccess {
  readonly parts: JwtSessionParts
  /** The session token of a request. */
  sentToken(exchange: CookieExchange): Awaitable<string | undefined>
  /** The claims of a token, if its session has not ended. */
  open(sealed: string): Awaitable<SealedClaims | null>
  clear(exchange: CookieExchange): void
}

/** Starts a session, replacing that of the request. Returns its id. */
export async function startTokenSession(
  sessions: TokenAccess,
  login: Login,
  exchange: CookieExchange,
  added?: LiveSession,
): Promise<string> {
  const { provider, user, account, profile, isNewUser, device = {}, isBrief } = login
  // Some databases use numeric ids.
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
    // Every sign-in ends the previous session. Otherwise a copy of its cookie would stay valid.
    await endTokenSession(sessions, exchange)
    return ''
  }
  const { sub } = returned
  const at = now(sessions)
  const claims = { ...returned, sub: typeof sub === 'string' && sub !== '' ? sub : subject }
  // Converted as when they are read: for example, a date becomes a string.
  if (!(await checkClaims(throughJson(claims), sessions.parts.options))) {
    throw new JWTSessionError('The result of callbacks.jwt does not match the schema of `.jwt({ claims })`.')
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
  // Written first, so that code that ends all sessions of the user from here on also ends this one.
  const id = await write()
  try {
    const previous = await presentedToken(sessions, exchange)
    const isLive = previous && !(await isRevoked(sessions, previous))
    const ended = isLive ? await revoke(sessions, previous) : 'none'
    if (added && ended === 'none') throw sessionEnded()
    if (ended !== 'user') return id
  } catch (error) {
    // If the previous session cannot be ended, the sign-in fails before the new token is sent.
    await remove(id)
    throw error
  }
  // All sessions of the user were ended instead of the previous one, including the new one.
  withdrawCookie(exchange, cookie.name)
  return write()
}

/** Validates claims with the application's schema. Returns `null` if they do not match. */
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
 * Writes a new token, unless its session has ended in the meantime.
 *
 * @param isChanged - Whether its claims differ from those that were read.
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
  // A session named under an older secret would not end with the others of its user once that secret is
  // removed.
  const isNamed = others.user === undefined || others.user === (await revocations.nameOf(userId))
  const renewed = isNamed ? origin : { ...others, ...(await revocations.stamp(userId)) }
  // Checked after its epoch was read, so that code that ends all sessions of the user from here on also ends
  // this one.
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
    // A custom encoder may drop claims.
    if (options.encode && (await sessions.open(sealed))?.['~session'].id !== origin.id) {
      throw new JWTSessionError(
        'A token created by `encode` of .jwt() does not contain the claim `~session`. With .session({ sessionStore }), this claim identifies the session: encode every claim.',
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
  throw new JWTSessionError('The result of callbacks.jwt cannot be stored in a session token.', {
    cause: error,
  })
}

/**
 * Ends the session of the request. Returns `undefined` if there is none.
 *
 * @param unreadable - What to do with a session sealed with a secret that this process lacks. Default: it is
 * kept.
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
  // Deleted after the revocation: if that fails, the user can try again with the cookie.
  sessions.clear(exchange)
  if (!isLive || presented.time === 'expired') return undefined
  const { '~session': _, ...token } = presented.claims
  return { token }
}

/**
 * Ends a session whose token was sealed with a secret that this process lacks, for example during a
 * deployment. A session in a store is removed by its id. For a token in a cookie, it throws
 * `JWTSessionError`, because the token cannot be read.
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

/** Whether another process may have sealed a token with a secret that this one lacks. */
export async function isOfOtherProcess(token: string, { parts }: TokenAccess): Promise<boolean> {
  const isUnknown = parseJwe(token) !== undefined && (await parts.sealer.hasKeyOf(token)) === false
  return isUnknown && parts.secretsDiffer()
}

/** A token of this application, and whether its times fit the clock of this process. */
interface PresentedToken {
  readonly claims: SealedClaims
  readonly time: 'early' | 'valid' | 'expired'
}

/** The session of the request's token, even if the clock of this process rejects the token. */
async function presentedToken(
  sessions: TokenAccess,
  exchange: CookieExchange,
): Promise<PresentedToken | null> {
  const sealed = await sessions.sentToken(exchange)
  if (sealed === undefined) return null
  const claims = await sessions.open(sealed)
  return claims ? { claims, time: 'valid' } : outOfTime(sessions, sealed)
}

/**
 * Returns a token that `open` rejected, if it belongs to this application and only the clock is the reason.
 */
export async function outOfTime(sessions: TokenAccess, sealed: string): Promise<PresentedToken | null> {
  const { sealer, policy } = sessions.parts
  const claims = await sealer.openAtAnyTime(sealed)
  if (!claims || !isSealedClaims(claims)) return null
  const at = now(sessions)
  const end = Math.min(claims.exp, claims['~session'].start + policy.absoluteMaxAge)
  if (end > at) return { claims, time: 'early' }
  return end > at - EXPIRY_MARGIN_SECONDS ? { claims, time: 'expired' } : null
}

/**
 * A revoked session is not revoked again. Otherwise a client with a copy of its token could reach the limit
 * at which all sessions of the user are revoked.
 */
const isRevoked = ({ parts }: TokenAccess, { claims }: PresentedToken): Awaitable<boolean> =>
  parts.revocations.isRevoked(claims['~session'], claims.sub)

const revoke = (sessions: TokenAccess, { claims }: PresentedToken): Promise<RevocationResult> =>
  revokeTokens(sessions, claims['~session'], claims.sub)

/** Revokes a session for as long as its tokens could be opened, even by a process whose clock is behind. */
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
