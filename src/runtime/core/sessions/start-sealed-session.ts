import type { TokenClaims } from '../../../builder/auth-spec.js'
import { randomToken } from '../crypto/random.js'
import { type CookieExchange, withdrawCookie } from '../http/cookies.js'
import { sessionEnded } from '../login/linking-flow.js'
import { endPrevious, endTokenSession } from './end-sealed-session.js'
import { presentedToken } from './presented-token.js'
import { requireClaims, subjectOf, writeToken } from './sealed-session-changes.js'
import { policyOf, remainingLifetime } from './session-lifetime.js'
import { createWithin } from './session-rule.js'
import type { LiveSession, Login, SessionOrigin } from './session-strategy.js'
import { secondsNow, type TokenAccess } from './token-access.js'

interface NewToken {
  readonly userId: string
  readonly claims: TokenClaims & { readonly sub: string }
  readonly fields: Omit<SessionOrigin, 'id' | 'user' | 'epoch'>
  /** In seconds since 1970. */
  readonly at: number
}

/** Starts a session, and returns its key. Returns an empty string if `callbacks.jwt` starts no session. */
export async function startTokenSession(
  sessions: TokenAccess,
  login: Login,
  exchange: CookieExchange,
  added?: LiveSession,
): Promise<string> {
  const token = await newToken(sessions, login, added)
  if (!token) {
    // Otherwise a copy of the previous cookie would stay valid.
    await endTokenSession(sessions, exchange)
    return ''
  }
  // Stored before the old session is ended. If another request then ends all sessions of the user, the new
  // session ends, too.
  const id = await insertToken(sessions, token, exchange)
  try {
    const ended = await endPrevious(sessions, exchange)
    if (added && ended === 'none') throw sessionEnded()
    if (ended !== 'user') return id
  } catch (error) {
    await removeUnsent(sessions, id, exchange)
    throw error
  }
  // `endPrevious` has ended all sessions of the previous user. If the same user signs in, this includes the
  // new session.
  withdrawCookie(exchange, sessions.parts.cookie.name)
  return insertToken(sessions, token, exchange)
}

async function newToken(
  sessions: TokenAccess,
  login: Login,
  added: LiveSession | undefined,
): Promise<NewToken | null> {
  const { callbacks, options } = sessions.parts
  const { provider, user, account, profile, isNewUser, isStored } = login
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
  const userId = isStored ? id : sub
  const fields = { ...originFields(login, added, at), userId: userId === sub ? undefined : userId }
  return { userId, claims, fields, at }
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
