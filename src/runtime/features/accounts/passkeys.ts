import type { AdapterAccount, AdapterAuthenticator } from '../../../adapters/contract.js'
import { MissingAdapterMethods } from '../../../errors.js'
import type { Passkey, RemovalResult, RenameResult } from '../../../model/account.js'
import { unicodePattern } from '../../core/base/unicode.js'
import type { SignedIn } from '../../core/login/signed-in-user.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'
import { inOneTransaction } from '../../core/storage/in-one-transaction.js'
import { browserId, storedId } from '../../core/storage/passkey-ids.js'
import { accountAdapter, signedInUser } from './account-adapter.js'
import { type Removal, removeMethod } from './remove-sign-in-method.js'
import { countMethods, isOffered, storedMethods } from './user-sign-in-methods.js'

const requiredMethods = [
  'listAuthenticatorsByUserId',
  'updateAuthenticatorName',
  'deleteAuthenticator',
] as const

export async function passkeysOf({ user }: SignedIn, app: App): Promise<readonly Passkey[]> {
  passkeyAdapter(app)
  const methods = await storedMethods(user.id, app)
  const isLast = (await countMethods(user, methods, app)) <= 1
  return methods.passkeys.map(({ authenticator, account }) => ({
    id: browserId(authenticator.credentialID),
    provider: account.provider,
    name: authenticator.name || null,
    synced: authenticator.credentialBackedUp,
    transports: (authenticator.transports ?? '').split(',').filter((transport) => transport !== ''),
    removable: !(isLast && isOffered(account, app)),
  }))
}

/** In code points. */
const MAX_NAME_LENGTH = 100

export async function renamePasskey(
  id: string,
  name: string,
  app: App,
  exchange: Exchange,
): Promise<RenameResult> {
  const adapter = passkeyAdapter(app)
  const signedIn = await signedInUser(app, exchange)
  if (!signedIn) return { ok: false, reason: 'signedOut' }
  const { passkeys } = await storedMethods(signedIn.user.id, app)
  const found = passkeys.find(({ authenticator }) => authenticator.credentialID === storedId(id))
  if (!found) return { ok: false, reason: 'notFound' }
  // Invisible characters become spaces, because they make different names look the same. Zero-width joiners
  // and non-joiners stay, because emoji and words of some languages contain them.
  const invisible = unicodePattern(String.raw`[^\P{C}\u200c\u200d]+`, 'gu')
  const shown = Array.from(name.replace(invisible, ' ').trim()).slice(0, MAX_NAME_LENGTH).join('')
  await adapter.updateAuthenticatorName(found.authenticator.credentialID, shown === '' ? null : shown)
  return { ok: true }
}

export async function removePasskey(id: string, app: App, exchange: Exchange): Promise<RemovalResult> {
  passkeyAdapter(app)
  let removed: AdapterAccount | undefined
  const done = await removeMethod(
    ({ passkeys }) => {
      const found = passkeys.find(({ authenticator }) => authenticator.credentialID === storedId(id))
      removed = found?.account
      return found && removalOf(found.authenticator, found.account, app)
    },
    app,
    exchange,
  )
  if (!done.ok || !removed) return done
  const { provider, userId } = removed
  await app.emit('removePasskey', { provider, id, userId })
  return { ok: true }
}

function removalOf(authenticator: AdapterAuthenticator, account: AdapterAccount, app: App): Removal {
  const adapter = passkeyAdapter(app)
  const provider = app.providers.get(account.provider)
  return {
    counts: isOffered(account, app),
    within: provider?.type === 'webauthn' ? provider.within : undefined,
    remove: () =>
      inOneTransaction(adapter, async (inside) => {
        const { provider: id, providerAccountId } = account
        // The account is removed first, because a passkey without an account cannot be used to sign in. So an
        // interrupted removal leaves no usable passkey.
        await inside.unlinkAccount({ provider: id, providerAccountId })
        await inside.deleteAuthenticator(authenticator.credentialID)
        return true
      }),
    restore: () =>
      inOneTransaction(adapter, async (inside) => {
        await inside.createAuthenticator(authenticator)
        await inside.linkAccount(account)
      }),
  }
}

function passkeyAdapter(app: App): GuardedAdapter {
  const adapter = accountAdapter(app)
  const missing = requiredMethods.filter((name) => !adapter.has(name))
  if (missing.length === 0) return adapter
  throw new MissingAdapterMethods(
    `The adapter lacks methods that \`passkeys\` needs: ${missing.join(', ')}. Add them to the adapter.`,
  )
}
