import type { CredentialsProvider } from '../../providers/kinds/credentials.js'
import type { Instance } from '../compile.js'
import type { Exchange } from '../http/exchange.js'
import type { Params } from '../http/params.js'
import { type LoginOutcome, login } from '../login/login.js'
import { accountOf, checkCredentials, readCredentials } from './credentials.js'

/** Signs somebody in with what a form sent. Throws `RateLimited` when there were too many attempts. */
export async function credentialsLogin(
  provider: CredentialsProvider,
  fields: Params,
  instance: Instance,
  exchange: Exchange,
): Promise<LoginOutcome> {
  const input = await readCredentials(provider, fields)
  const attempts = await instance.attempts()
  const account = accountOf(provider, input)
  const attempt = await attempts.begin({ provider: provider.id, account }, exchange)
  const identity = await checkCredentials(provider, input, exchange.request, instance)
  const outcome = await login(identity, { linkTo: undefined }, instance, exchange)
  if (outcome.kind === 'signedIn') await attempt.succeeded()
  return outcome
}
