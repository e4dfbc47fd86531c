import type { AdapterUser } from '../../../adapters/contract.js'
import type { PasswordProblem } from '../../../model/password.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import { type ClientLimit, clientLimit } from '../../core/limits/client-limit.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { passwordProblem } from './hash/password-policy.js'
import { passwordHasher } from './shared-hasher.js'

export type HashedPassword =
  | { readonly hash: string; readonly problem?: undefined }
  | { readonly problem: PasswordProblem }

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
    beforeLookup: async () => void (await app.get(lookupLimit).begin(request)),
    onLookupError: (error) => app.logger.error(error),
  })
}

/** Returns the rate limit of lookups. With a sign-up form, any client can make the server send a lookup. */
function lookupLimit(app: App): ClientLimit {
  return clientLimit(app, { name: 'passwordLookups', purpose: 'password lookups', scope: 'ofAll' })
}
