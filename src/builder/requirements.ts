import { present as hasCompat } from '#parts/compat'
import { present as hasCredentials } from '#parts/credentials'
import { present as hasDatabase } from '#parts/database'
import { present as hasEmail } from '#parts/email'
import { present as hasLogout } from '#parts/logout'
import { present as hasPages } from '#parts/pages'
import { present as hasPasskeys } from '#parts/passkeys'
import { present as hasTokens } from '#parts/tokens'
import { present as hasUsers } from '#parts/users'
import { AuthError, UnsupportedStrategy } from '../errors.js'
import type { MayBeOutOfReach } from '../platform/reach.js'
import type { Provider } from '../providers/kinds/provider.js'
import type { AuthSpec } from './spec.js'

/**
 * Refuses a configuration that needs what its bundle leaves out.
 *
 * @throws {AuthError} If the bundler was given a condition `authwright-without-…` for a part that the configuration needs.
 */
export function requireParts({ providers, adapter, users, signUp, pages, options, jwt }: AuthSpec): void {
  const has = (wanted: string) => providers.some(({ type }) => type === wanted)
  const lacking = [
    !hasCredentials && has('credentials') && 'credentials',
    !hasEmail && has('email') && 'email',
    !hasPasskeys && has('webauthn') && 'passkeys',
    !hasDatabase && (adapter || signUp !== undefined) && 'database',
    !hasCompat && (options.compat || jwt.encode || jwt.decode) && 'compat',
    !hasLogout && (options.signOut || providers.some(endsSessions)) && 'logout',
    !hasTokens && options.tokens === 'cookie' && 'tokens',
    !hasUsers && users && 'users',
    !hasPages && !(pages.signIn && pages.signOut && pages.error) && 'pages',
  ].filter((part) => part)
  if (lacking.length === 0) return
  const conditions = lacking.map((part) => `authwright-without-${part}`).join(', ')
  throw new AuthError(
    `The bundle leaves out what this configuration needs: remove the condition ${conditions} from the bundler's settings` +
      (lacking.includes('pages') ? ', or set `pages.signIn`, `pages.signOut` and `pages.error`.' : '.'),
  )
}

function endsSessions(provider: Provider): boolean {
  return provider.type === 'oidc' && provider.backchannelLogout === true
}

/**
 * Refuses sessions in a database that cannot be reached from where the program runs: none of them could ever be read.
 *
 * @throws {UnsupportedStrategy} If the adapter knows that it cannot reach it.
 */
export function requireReach({ adapter, session: { strategy } }: AuthSpec): void {
  const name = strategy === 'database' ? (adapter as MayBeOutOfReach | undefined)?.['~outOfReach'] : undefined
  if (name === undefined) return
  throw new UnsupportedStrategy(
    `Strategy 'database' keeps sessions where ${name} cannot reach them from the edge runtime: ` +
      "run this on Node.js, as proxy.ts or with `runtime: 'nodejs'`, or choose strategy 'jwt'.",
  )
}
