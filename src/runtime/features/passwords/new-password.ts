import type { AdapterUser } from '../../../adapters/contract.js'
import type { PasswordProblem } from '../../../model/password.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import type { App, Exchange } from '../../core/lifetimes.js'
import { passwordProblem } from './hash/password-policy.js'
import { lookupLimit } from './lookup-limit.js'
import { passwordHasher } from './password-provider.js'

/** The hash of a new password, or the reason why the password is not accepted. */
export type HashedPassword =
  | { readonly hash: string; readonly problem?: undefined }
  | { readonly problem: PasswordProblem }

/**
 * Checks a new password of a user, and hashes it.
 *
 * @throws {ServerBusy} If too many passwords wait to be hashed.
 */
export async function hashNewPassword(
  provider: PasswordProvider,
  password: string,
  { email, name }: Pick<AdapterUser, 'email' | 'name'>,
  app: App,
  exchange: Exchange,
): Promise<HashedPassword> {
  const problem = await newPasswordProblem(provider, password, { email, name }, app, exchange)
  if (problem !== null) return { problem }
  return { hash: await passwordHasher(provider, app).hash(password) }
}

/** The reason why a new password of a user is not accepted, or `null`. */
export async function newPasswordProblem(
  provider: PasswordProvider,
  password: string,
  { email, name }: Pick<AdapterUser, 'email' | 'name'>,
  app: App,
  { origin, request }: Exchange,
): Promise<PasswordProblem | null> {
  const personal = [email, name, new URL(origin).hostname].filter((text) => typeof text === 'string')
  return passwordProblem(password, provider, personal, {
    fetch: app.host.fetch,
    beforeLookup: () => app.get(lookupLimit)(request),
    onLookupError: (error) => app.logger.error(error),
  })
}
