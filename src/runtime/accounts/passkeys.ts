import type { AdapterAccount, AdapterAuthenticator } from '../../adapters/contract.js'
import { MissingAdapterMethods } from '../../errors.js'
import type { Passkey, RemovalResult, RenameResult } from '../../model/account.js'
import { unicodePattern } from '../base/unicode.js'
import { browserId, storedId } from '../flows/webauthn/relying-party.js'
import type { LoginCapabilities, LoginExchange } from '../login/capabilities.js'
import type { GuardedAdapter } from '../storage/guarded-adapter.js'
import { type Removal, removeMethod, type SignedIn, signedInUser, whole } from './removal.js'
import { accountAdapter, countMethods, isOffered, storedMethods } from './sign-in-methods.js'

/** The passkeys of a user. */
export async function passkeysOf(
  { user }: SignedIn,
  instance: LoginCapabilities,
): Promise<readonly Passkey[]> {
  passkeyAdapter(instance)
  const methods = await storedMethods(user.id, instance)
  const isOne = (await countMethods(user, methods, instance)) <= 1
  return methods.passkeys.map(({ authenticator, account }) => ({
    id: browserId(authenticator.credentialID),
    provider: account.provider,
    name: authenticator.name || null,
    synced: authenticator.credentialBackedUp,
    transports: (authenticator.transports ?? '').split(',').filter((transport) => transport !== ''),
    removable: !(isOne && isOffered(account, instance)),
  }))
}

/** The longest name of a passkey, in characters. */
const MAX_NAME = 100

/** Stores what the signed-in user calls a passkey. */
export async function renamePasskey(
  id: string,
  name: string,
  instance: LoginCapabilities,
  exchange: LoginExchange,
): Promise<RenameResult> {
  const adapter = passkeyAdapter(instance)
  const signedIn = await signedInUser(instance, exchange)
  if (!signedIn) return { ok: false, reason: 'signedOut' }
  const { passkeys } = await storedMethods(signedIn.user.id, instance)
  const found = passkeys.find(({ authenticator }) => authenticator.credentialID === storedId(id))
  if (!found) return { ok: false, reason: 'notFound' }
  // Invisible characters would make one name look like another.
  const shown = Array.from(name.replace(unicodePattern(String.raw`\p{C}+`, 'gu'), ' ').trim())
    .slice(0, MAX_NAME)
    .join('')
  await adapter.updateAuthenticatorName(found.authenticator.credentialID, shown === '' ? null : shown)
  return { ok: true }
}

/** Removes a passkey of the signed-in user. */
export async function removePasskey(
  id: string,
  instance: LoginCapabilities,
  exchange: LoginExchange,
): Promise<RemovalResult> {
  passkeyAdapter(instance)
  let removed: AdapterAccount | undefined
  const done = await removeMethod(
    ({ passkeys }) => {
      const found = passkeys.find(({ authenticator }) => authenticator.credentialID === storedId(id))
      removed = found?.account
      return found && removalOf(found.authenticator, found.account, instance)
    },
    instance,
    exchange,
  )
  if (!done.ok || !removed) return done
  const { provider, userId } = removed
  await instance.emit('removePasskey', { provider, id, userId })
  return { ok: true }
}

function removalOf(
  authenticator: AdapterAuthenticator,
  account: AdapterAccount,
  instance: LoginCapabilities,
): Removal {
  const adapter = passkeyAdapter(instance)
  const provider = instance.providers.get(account.provider)
  return {
    counts: isOffered(account, instance),
    within: provider?.type === 'webauthn' ? provider.within : undefined,
    remove: () =>
      whole(adapter, async (inside) => {
        const { provider: id, providerAccountId } = account
        // The account first: without it, the passkey signs no user in, also where this is interrupted.
        await inside.unlinkAccount({ provider: id, providerAccountId })
        await inside.deleteAuthenticator(authenticator.credentialID)
        return true
      }),
    restore: () =>
      whole(adapter, async (inside) => {
        await inside.createAuthenticator(authenticator)
        await inside.linkAccount(account)
      }),
  }
}

/** The adapter. Throws `MissingAdapterMethods` if it cannot rename and delete passkeys. */
function passkeyAdapter(instance: LoginCapabilities): GuardedAdapter {
  const adapter = accountAdapter(instance)
  const missing = methods.filter((name) => !adapter.has(name))
  if (missing.length === 0) return adapter
  throw new MissingAdapterMethods(`The adapter lacks methods that \`passkeys\` needs: ${missing.join(', ')}.`)
}

const methods = ['listAuthenticatorsByUserId', 'updateAuthenticatorName', 'deleteAuthenticator'] as const
