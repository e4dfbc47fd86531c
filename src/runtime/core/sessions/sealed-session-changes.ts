import type { TokenClaims } from '../../../builder/spec.js'
import { JWTSessionError } from '../../../errors.js'
import { EXPIRY_MARGIN_SECONDS } from '../../../model/expiry-margin.js'
import type { JwtOptions } from '../../../options/session-options.js'
import { throughJson } from '../base/json.js'
import { redactErrors } from '../config/logger.js'
import { randomToken } from '../crypto/random.js'
import { addCookies, type CookieExchange, withdrawCookie } from '../http/cookies.js'
import { writeChunked } from '../http/write-chunked.js'
import { sessionEnded } from '../login/linking-flow.js'
import { isOfOtherProcess, type PresentedToken, presentedToken } from './presented-token.js'
import type { RevocationResult } from './revocations.js'
import { cookieEnd, policyOf, remainingLifetime } from './session-lifetime.js'
import { createWithin } from './session-rule.js'
import {
  type EndedSession,
  type LiveSession,
  type Login,
  type SessionOrigin,
  userIdOf,
} from './session-strategy.js'
import { secondsNow, type TokenAccess } from './token-access.js'

interface NewToken {
  readonly userId: string
  readonly claims: TokenClaims & { readonly sub: string }
  readonly fields: Omit<SessionOrigin, 'id' | 'user' | 'epoch'>
  /** In seconds since 1970. */
  readonly at: number
}

/** Returns an empty string if `callbacks.jwt` starts no session. */
export async function startTokenSession(
  sessions: TokenAccess,
  login: Login,
  exchange: CookieExchange,
  added?: LiveSession,
): Promise<string> {
  const token = await newToken(sessions, login, added)
  if (!token) {
    // The previous session ends, too. Otherwise a copy of its cookie would stay valid.
    await endTokenSession(sessions, exchange)
    return ''
  }
  // The new session is stored before the old session is ended. So if another request ends all sessions of the
  // user at this moment, the new session ends, too.
  const id = await insertToken(sessions, token, exchange)
  try {
    const ended = await endPrevious(sessions, exchange)
    if (added && ended === 'none') throw sessionEnded()
    if (ended !== 'user') return id
  } catch (error) {
    await removeUnsent(sessions, id, exchange)
    throw error
  }
  // `endPrevious` has ended all sessions of the previous user. If the same user signs in, this includes the new
  // session. So another session is started.
  withdrawCookie(exchange, sessions.parts.cookie.name)
  return insertToken(sessions, token, exchange)
}

async function newToken(
  sessions: TokenAccess,
  login: Login,
  added: LiveSession | undefined,
): Promise<NewToken | null> {
  const { callbacks, options, storesUsers } = sessions.parts
  const { provider, user, account, profile, isNewUser } = login
  // Some databases use numeric ids.
  const id = String(user.id)
  const returned = await callbacks.jwt({
    trigger: isNewUser ? 'signUp' : 'signIn',
    provider,
    token: { name: user.name, email: user.email, picture: user.image, sub: id },
    user,
    account,
    ...(profile && { profile }),
    isNewUser,
    ...('state' in login && { state: login.state }),
  })
  if (!returned) return null
  const at = secondsNow(sessions)
  const sub = subjectOf(returned, id)
  const claims = { ...returned, sub }
  await requireClaims(claims, options)
  const userId = storesUsers ? id : sub
  const fields = { ...originFields(login, added, at), userId: userId === sub ? undefined : userId }
  return { userId, claims, fields, at }
}

/** `callbacks.jwt` may return another `sub`. Values other than strings are ignored. */
export function subjectOf({ sub }: TokenClaims, userId: string): string {
  return typeof sub === 'string' && sub !== '' ? sub : userId
}

function originFields(
  login: Login,
  added: LiveSession | undefined,
  at: number,
): Omit<NewToken['fields'], 'userId'> {
  const { device = {}, isBrief } = login
  const { start, renewed, mark, brief, end }: Omit<SessionOrigin, 'id'> =
    added?.strategy === 'jwt'
      ? added.origin
      : { start: at, mark: login.mark, brief: isBrief ? true : undefined, end: login.end }
  const hasDevice = Object.keys(device).length > 0
  return { start, renewed, mark, brief, end, device: hasDevice ? device : undefined }
}

async function insertToken(
  sessions: TokenAccess,
  { userId, claims, fields, at }: NewToken,
  exchange: CookieExchange,
): Promise<string> {
  const { holder, policy, revocations, rules } = sessions.parts
  const origin = {
    id: (await holder?.begin(exchange)) ?? randomToken(16),
    ...fields,
    ...(await revocations.stamp(userId)),
  }
  const { id } = origin
  const lifetime = remainingLifetime(policyOf(policy, origin), origin.start, at)
  const create = (): Promise<void> =>
    writeToken(sessions, { claims, origin, lifetime, isChanged: true }, exchange)
  if (rules.length === 0) await create()
  else {
    const previousId = (await presentedToken(sessions, exchange))?.claims['~session'].id
    const remove = (): Promise<void> => removeUnsent(sessions, id, exchange)
    await createWithin(rules, { userId, id, previousId }, create, remove)
  }
  return id
}

async function removeUnsent(
  { parts: { cookie, holder, revocations } }: TokenAccess,
  id: string,
  exchange: CookieExchange,
): Promise<void> {
  withdrawCookie(exchange, cookie.name)
  if (holder) await revocations.revoke({ id }).catch(() => undefined)
}

async function endPrevious(sessions: TokenAccess, exchange: CookieExchange): Promise<RevocationResult> {
  const previous = await presentedToken(sessions, exchange)
  const isLive = previous && !(await isRevoked(sessions, previous))
  return isLive ? revoke(sessions, previous) : 'none'
}

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

export async function requireClaims(claims: TokenClaims, options: Pick<JwtOptions, 'claims'>): Promise<void> {
  const problem = await claimsProblem(claims, options)
  if (problem) throw problem
}

export async function claimsProblem(
  claims: TokenClaims,
  options: Pick<JwtOptions, 'claims'>,
): Promise<JWTSessionError | undefined> {
  // A token is read as JSON, in which a date is a string, for example. So the claims are converted
  // before the check.
  if (await checkClaims(throughJson(claims), options)) return undefined
  return new JWTSessionError(
    'The result of callbacks.jwt does not match the schema of `.jwt({ claims })`. Return claims that match it.',
  )
}

interface UnsealedToken {
  readonly claims: TokenClaims
  readonly origin: SessionOrigin
  /** In seconds. */
  readonly lifetime: number
  readonly isChanged: boolean
}

export async function renewToken(
  sessions: TokenAccess,
  token: UnsealedToken,
  exchange: CookieExchange,
): Promise<void> {
  const { revocations } = sessions.parts
  const { claims, origin } = token
  const userId = userIdOf(origin, claims['sub'])
  const { epoch: _, ...others } = origin
  // The session may contain a MAC of the user's id with an older secret. Once that secret is removed, the
  // session would no longer end together with the other sessions of the user. So the MAC is replaced.
  const isNamed = others.user === undefined || others.user === (await revocations.nameOf(userId))
  const renewed = isNamed ? origin : { ...others, ...(await revocations.stamp(userId)) }
  // Another request may end all sessions of the user. If it does so before this check, the check returns
  // `true`. If it does so later, the epoch in the new token is outdated, because it was read before this check.
  if (await revocations.isRevoked(origin, userId)) return sessions.clear(exchange)
  await writeToken(sessions, { ...token, origin: renewed }, exchange)
}

async function writeToken(
  sessions: TokenAccess,
  { claims, origin, lifetime, isChanged }: UnsealedToken,
  exchange: CookieExchange,
): Promise<void> {
  const { sealer, cookie, holder, options } = sessions.parts
  const sealed = await sealer.seal({ ...claims, '~session': origin }, lifetime).catch(unsealable)
  const at = secondsNow(sessions)
  if (!holder) {
    const expiry = cookieEnd(at + lifetime, at, origin)
    addCookies(exchange, writeChunked(cookie, sealed, expiry, exchange.cookies))
    return
  }
  holder.checkLength(sealed)
  // A custom encoder may drop claims.
  if (options.encode && (await sessions.open(sealed))?.['~session'].id !== origin.id) {
    throw new JWTSessionError(
      'A token created by `encode` of .jwt() does not contain the claim `~session`. With .session({ sessionStore }), this claim identifies the session: encode every claim.',
    )
  }
  const userId = userIdOf(origin, claims['sub'])
  const isWritten = await holder.write({ sealed, origin, userId, at, lifetime, isChanged }, exchange)
  if (!isWritten) sessions.clear(exchange)
}

function unsealable(error: Error): never {
  if (error instanceof JWTSessionError) throw error
  throw new JWTSessionError('The claims of a session cannot be stored in a token.', { cause: error })
}

/**
 * `unreadable: 'end'` also ends a session in a store whose token was sealed with a secret that this process
 * does not have. Without a store, it throws for such a token.
 */
export async function endTokenSession(
  sessions: TokenAccess,
  exchange: CookieExchange,
  unreadable?: 'end',
): Promise<EndedSession | undefined> {
  const presented = await presentedToken(sessions, exchange)
  if (!presented && unreadable) await endUnreadable(sessions, exchange)
  const isLive = presented && !(await isRevoked(sessions, presented))
  if (isLive) await revoke(sessions, presented)
  // The cookie is deleted only after the revocation. If the revocation fails, the user still has the cookie
  // and can try again.
  sessions.clear(exchange)
  if (!isLive || presented.time === 'expired') return undefined
  const { '~session': _, ...token } = presented.claims
  return { token }
}

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

/**
 * Without this check, a client with a copy of a revoked token could repeat the sign-out until all
 * sessions of the user are revoked.
 */
async function isRevoked({ parts }: TokenAccess, { claims }: PresentedToken): Promise<boolean> {
  const { '~session': origin, sub } = claims
  return parts.revocations.isRevoked(origin, userIdOf(origin, sub))
}

function revoke(sessions: TokenAccess, { claims }: PresentedToken): Promise<RevocationResult> {
  const { '~session': origin, sub } = claims
  return revokeTokens(sessions, origin, userIdOf(origin, sub))
}

/** Revokes a session for as long as its tokens could be opened, even by a process whose clock is behind. */
export function revokeTokens(
  sessions: TokenAccess,
  { id, user, start }: SessionOrigin,
  userId: string,
): Promise<RevocationResult> {
  const { revocations, policy } = sessions.parts
  const lasts = start + policy.absoluteMaxAge - secondsNow(sessions) + EXPIRY_MARGIN_SECONDS
  return revocations.revoke({ id, userId, user, lasts })
}
