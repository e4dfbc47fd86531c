import type { AdapterUser } from '../../../adapters/contract.js'
import type { TokenClaims } from '../../../builder/auth-spec.js'
import { AccessDenied } from '../../../errors.js'
import type { Account } from '../../../model/account.js'
import type { SessionActor } from '../../../model/session.js'
import { throughJson } from '../../core/base/json.js'
import type { App } from '../../core/object-lifetimes.js'
import { checkClaims, requireClaims, subjectOf } from '../../core/sessions/sealed-session-changes.js'
import type { LiveSession } from '../../core/sessions/session-strategy.js'
import type { Impersonation } from './current-impersonation.js'

export async function impersonatedSession(
  { acting, actor: stored, user, expires }: Impersonation,
  { spec }: App,
): Promise<LiveSession | null> {
  // No stored session has this id. So code that changes a session by its id cannot affect the actor's session.
  const id = `acting ${acting.id}`
  const fields = { actor: describe(stored) }
  if (!acting.claims) {
    const row = { sessionToken: id, userId: user.id, expires: new Date(expires) }
    return { strategy: 'database', userId: String(user.id), row, user, fields }
  }
  const checked = await checkClaims(acting.claims, spec.jwt)
  if (!checked) return null
  const { iat } = acting
  const claims = { ...checked, sub: acting.claims['sub'], iat, exp: expires / 1000 }
  return { strategy: 'jwt', userId: String(user.id), claims, origin: { id, start: iat }, fields }
}

/** Returns the claims of a sign-in as the user, without the claims that a provider adds. */
export async function impersonatedClaims(user: AdapterUser, { callbacks, spec }: App): Promise<TokenClaims> {
  // Some databases use numeric ids.
  const id = String(user.id)
  const account: Account = {
    provider: 'impersonation',
    type: 'credentials',
    providerAccountId: id,
    userId: id,
  }
  const returned = await callbacks.jwt({
    trigger: 'signIn',
    provider: account.provider,
    token: { name: user.name, email: user.email, picture: user.image, sub: id },
    user,
    account,
    isNewUser: false,
  })
  if (!returned)
    throw new AccessDenied(
      'callbacks.jwt returned no token for the user. Return a token to allow the impersonation.',
    )
  const claims = throughJson({ ...returned, sub: subjectOf(returned, id) })
  await requireClaims(claims, spec.jwt)
  return claims
}

function describe({ id, name, email, image }: AdapterUser): SessionActor {
  return { id: String(id), name, email, image }
}
