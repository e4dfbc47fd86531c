import { ReauthenticationRequired } from '../../errors.js'
import type {
  AccountReference,
  LinkedAccount,
  LinkStart,
  Passkey,
  RemovalResult,
  RenameResult,
} from '../../model/account.js'
import { signedInUser } from '../features/accounts/account-adapter.js'
import { linkedAccounts, unlinkAccount } from '../features/accounts/linked-accounts.js'
import { passkeysOf, removePasskey, renamePasskey } from '../features/accounts/passkeys.js'
import { oauthProvider } from '../features/oauth/provider.js'
import { requireSameSite } from './same-site.js'
import type { CallingRequest, ServerCall, SignInOptions } from './server-call.js'

export interface LinkAccountOptions extends Pick<SignInOptions, 'redirectTo'> {
  readonly scopes?: readonly string[] | undefined
  readonly resources?: readonly string[] | undefined
}

export async function listAccounts(request: CallingRequest): Promise<readonly LinkedAccount[] | null> {
  const { app, exchange } = await request.call()
  const signedIn = await signedInUser(app, exchange)
  return signedIn && linkedAccounts(signedIn, app)
}

export async function linkAccount(
  request: CallingRequest,
  id: string,
  { redirectTo, scopes, resources }: LinkAccountOptions = {},
  params?: URLSearchParams,
): Promise<LinkStart> {
  const { app, exchange } = await openChange(request)
  oauthProvider(id, app)
  if (!(await signedInUser(app, exchange))) return { ok: false, reason: 'signedOut' }
  try {
    const fields = { link: 'report', ...(scopes && { scopes }), ...(resources && { resources }) }
    return { ok: true, url: await request.signIn(id, { redirectTo, fields }, params) }
  } catch (error) {
    if (error instanceof ReauthenticationRequired) return { ok: false, reason: 'reauthenticate' }
    throw error
  }
}

export async function unlink(request: CallingRequest, account: AccountReference): Promise<RemovalResult> {
  const { app, exchange } = await openChange(request)
  return unlinkAccount(account, app, exchange)
}

export async function listPasskeys(request: CallingRequest): Promise<readonly Passkey[] | null> {
  const { app, exchange } = await request.call()
  const signedIn = await signedInUser(app, exchange)
  return signedIn && passkeysOf(signedIn, app)
}

export async function rename(request: CallingRequest, id: string, name: string): Promise<RenameResult> {
  const { app, exchange } = await openChange(request)
  return renamePasskey(id, name, app, exchange)
}

export async function remove(request: CallingRequest, id: string): Promise<RemovalResult> {
  const { app, exchange } = await openChange(request)
  return removePasskey(id, app, exchange)
}

async function openChange(request: CallingRequest): Promise<ServerCall> {
  const call = await request.call()
  requireSameSite(call, 'Accounts can be changed only from a page of this site', 'always')
  return call
}
