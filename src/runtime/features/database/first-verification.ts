import type { AdapterAccount, AdapterUser } from '../../../adapters/contract.js'
import { AccountNotLinked } from '../../../errors.js'
import { withDefaults } from '../../../options/with-defaults.js'
import type { CredentialsProvider } from '../../../providers/kinds/credentials.js'
import { asError } from '../../core/base/as-error.js'
import type { Stored } from '../../core/login/decision.js'
import { endSignIns } from '../../core/login/ended-sign-ins.js'
import { type Claim, sameId } from '../../core/login/identity.js'
import type { App } from '../../core/object-lifetimes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'

/**
 * Stores that the user has verified the e-mail address, and removes earlier logins if that was decided.
 *
 * At the first verification of an e-mail address, earlier logins of the user may belong to an attacker. The
 * claim contains the decision to keep or remove them. The current session is not used for that decision,
 * because an attacker may have signed this browser in.
 *
 * @see https://www.usenix.org/conference/usenixsecurity22/presentation/sudhodanan
 */
export async function verifyOwner(
  user: AdapterUser,
  claim: Claim,
  adapter: GuardedAdapter,
  app: App,
): Promise<Stored & { readonly user: AdapterUser }> {
  const decision = claim.kind === 'address' ? claim.earlierLogins : undefined
  // The decision applies to one user. Another user may have the e-mail address by now.
  const choice = decision && sameId(decision.userId, user.id) ? decision.choice : undefined
  if (!user.emailVerified && choice === undefined) {
    throw new AccountNotLinked(
      'The stored user has not verified the e-mail address, and the login contains no decision about earlier ' +
        'logins of this user. Repeat the sign-in. A feature must set `earlierLogins` in the claim.',
    )
  }
  const removes = !user.emailVerified && choice === 'remove'
  if (removes) await removeEarlierLogins(user, adapter, app)
  const updated = await verifyAddress(user, new Date(app.clock()), adapter)
  let lastEnding: number | undefined
  // Remove again, because a concurrent login may have added an account before the e-mail address was verified.
  if (removes) {
    lastEnding = await removeEarlierLogins(user, adapter, app).catch(async (error: unknown) => {
      // Make the e-mail address unverified again, so that the next sign-in by mail removes the remaining
      // logins.
      await adapter.updateUser({ id: user.id, emailVerified: null }).catch((failure: unknown) => {
        app.logger.error(asError(failure))
      })
      throw error
    })
  }
  await app.emit('updateUser', { user: updated })
  return { user: updated, isNewUser: false, ...(lastEnding !== undefined && { lastEnding }) }
}

/** Throws if the e-mail address was changed since it was read, because the new one is not verified. */
async function verifyAddress(
  user: AdapterUser,
  emailVerified: Date,
  adapter: GuardedAdapter,
): Promise<AdapterUser> {
  const { id } = user
  const write = async (inside: GuardedAdapter): Promise<AdapterUser> => {
    // An adapter may return only some columns, or nothing.
    const returned: Partial<AdapterUser> | null = await inside.updateUser({ id, emailVerified })
    const updated = withDefaults({ ...user, emailVerified }, returned ?? {})
    if (updated.email === user.email) return updated
    throw new AccountNotLinked('The e-mail address of the user changed during the sign-in.')
  }
  if (adapter.has('inTransaction')) return adapter.inTransaction(write)
  try {
    return await write(adapter)
  } catch (error) {
    if (error instanceof AccountNotLinked) await adapter.updateUser({ id, emailVerified: null })
    throw error
  }
}

async function removeEarlierLogins(user: AdapterUser, adapter: GuardedAdapter, app: App): Promise<number> {
  const { spec, revocations } = app
  const credentialsProviders = requireRemovable(adapter, app)
  const removed = await accountsOf(user, adapter, app)
  const { id, email } = user
  for (const provider of credentialsProviders) {
    if (provider.removeCredentials) await provider.removeCredentials({ id, email })
  }
  const ending = await endSignIns(id, app)
  await adapter.deleteLoginsByUserId(id)
  if (spec.session.strategy === 'jwt') await revocations.revokeAll(user.id)
  await app.tokensEnded(removed)
  return ending
}

async function accountsOf(
  { id }: AdapterUser,
  adapter: GuardedAdapter,
  { logger }: App,
): Promise<readonly AdapterAccount[]> {
  if (!adapter.has('listAccountsByUserId')) return []
  try {
    return await adapter.listAccountsByUserId(id)
  } catch (cause) {
    const message =
      'The linked accounts of the user could not be read, so their tokens were not revoked at the providers.'
    logger.error(new Error(message, { cause }))
    return []
  }
}

/**
 * Throws if some kind of login cannot be removed, whatever providers are configured. A user may have logins
 * of a provider that was removed from the configuration, or of another application or tenant with the same
 * database.
 */
function requireRemovable(adapter: GuardedAdapter, { providers }: App): readonly CredentialsProvider[] {
  const credentialsProviders = [...providers.values()].flatMap((provider) =>
    provider.type === 'credentials' ? [provider] : [],
  )
  const missing = [
    ...(adapter.has('deleteLoginsByUserId') ? [] : ['`deleteLoginsByUserId` to the adapter']),
    ...credentialsProviders
      .filter(({ removeCredentials }) => removeCredentials === undefined)
      .map(({ id }) => `\`removeCredentials\` to the provider '${id}'`),
  ]
  if (missing.length === 0) return credentialsProviders
  throw new AccountNotLinked(
    'A user has an unverified e-mail address, and the owner of the e-mail address now signs in by e-mail. An attacker ' +
      `may have signed up with it, and their sign-in methods cannot be removed. Add ${missing.join(' and ')}, or set \`emailVerified\` of ` +
      'users whose e-mail address you have verified.',
  )
}
