import type { AdapterUser } from '../../../adapters/contract.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { type Params, textParam } from '../../core/http/params.js'
import { userOfAddress } from '../../core/login/email-address.js'
import { type EarlierLoginsDecision, type RemovedLogins, sameId } from '../../core/login/identity.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import type { CheckPassword } from '../../core/provider-flow.js'

/*
 * The first sign-in by mail verifies an e-mail address. An attacker may have signed up with it before. So the
 * earlier logins of its user are kept only if the user's password is sent together with the token of the
 * link.
 */

export interface EarlierLogins extends RemovedLogins {
  /** Whether the user can keep the earlier logins by typing a password. */
  readonly canKeep: boolean
  /** Whether the page shows that the password was wrong. */
  readonly isWrong?: boolean
}

export interface UndecidedLogin {
  readonly kind: 'undecided'
  readonly earlier: EarlierLogins
}

export interface EarlierLoginsChoice {
  readonly choice: string | undefined
  readonly password: string | undefined
}

export const NO_CHOICE: EarlierLoginsChoice = { choice: undefined, password: undefined }

export function choiceOf(body: Params): EarlierLoginsChoice {
  return { choice: textParam(body, 'earlierLogins'), password: textParam(body, 'password') }
}

export async function unprovenOwner(address: string, { adapter }: App): Promise<AdapterUser | undefined> {
  const owner = adapter ? await userOfAddress(address, adapter) : null
  return owner && !owner.emailVerified ? owner : undefined
}

/** Returns the earlier logins of a user. Show the result only to the owner of the e-mail address. */
export async function earlierLogins(owner: AdapterUser, app: App): Promise<EarlierLogins> {
  const { adapter, providers, tenant = '' } = app
  const rows = adapter?.has('listAccountsByUserId') ? await adapter.listAccountsByUserId(owner.id) : []
  const names = rows.map(({ provider }) => providers.get(provider)?.name ?? provider)
  const stored = adapter?.has('getPassword') ? await adapter.getPassword({ userId: owner.id, tenant }) : null
  const isStoredElsewhere = [...providers.values()].some(
    (provider) => provider.type === 'credentials' && provider.removeCredentials,
  )
  const checks = await passwordChecks(app)
  return {
    providers: [...new Set(names)],
    password: stored !== null || isStoredElsewhere,
    canKeep: checks.some(({ provider }) => provider.type !== 'password' || stored !== null),
  }
}

export async function decideEarlierLogins(
  owner: AdapterUser,
  { choice, password }: EarlierLoginsChoice,
  app: App,
  exchange: Exchange,
): Promise<EarlierLoginsDecision | UndecidedLogin> {
  const userId = String(owner.id)
  if (choice === 'remove') return removal(owner, app)
  const isTyped = choice === 'keep' && password !== undefined
  if (isTyped && (await checkPassword(owner, password, app, exchange))) return { userId, choice }
  const earlier = await earlierLogins(owner, app)
  return { kind: 'undecided', earlier: { ...earlier, isWrong: choice === 'keep' } }
}

export async function removal(owner: AdapterUser, app: App): Promise<EarlierLoginsDecision> {
  const { providers, password } = await earlierLogins(owner, app)
  return { userId: String(owner.id), choice: 'remove', removed: { providers, password } }
}

async function checkPassword(
  owner: AdapterUser,
  password: string,
  app: App,
  exchange: Exchange,
): Promise<boolean> {
  const typed = { address: owner.email ?? '', password }
  for (const { check } of await passwordChecks(app)) {
    const userId = await check(typed, app, exchange)
    if (userId !== undefined && sameId(userId, owner.id)) return true
  }
  return false
}

interface ProviderCheck {
  readonly provider: Provider
  readonly check: CheckPassword
}

async function passwordChecks(app: App): Promise<readonly ProviderCheck[]> {
  const checks: ProviderCheck[] = []
  for (const provider of app.providers.values()) {
    const check = (await app.flowOf(provider)).checkPassword?.(provider)
    if (check) checks.push({ provider, check })
  }
  return checks
}
