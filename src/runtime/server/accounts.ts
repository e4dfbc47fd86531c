import { MissingCSRF, ReauthenticationRequired } from '../../errors.js'
import type {
  AccountReference,
  LinkedAccount,
  LinkStart,
  Passkey,
  RemovalResult,
  RenameResult,
} from '../../model/account.js'
import { linkedAccounts, unlinkAccount } from '../accounts/linked-accounts.js'
import { passkeysOf, removePasskey, renamePasskey } from '../accounts/passkeys.js'
import { signedInUser } from '../accounts/removal.js'
import { comesFromSite } from '../http/origin.js'
import type { OpenRequest } from './open-request.js'
import { oauthProvider, type ServerCall } from './server-call.js'
import type { SignInOptions } from './sign-in.js'

/** How an account is linked. */
export interface LinkAccountOptions extends Pick<SignInOptions, 'redirectTo'> {
  readonly scopes?: readonly string[] | undefined
  readonly resources?: readonly string[] | undefined
}

/** The accounts of the signed-in user; `null` where no user is signed in. */
export async function listAccounts(request: OpenRequest): Promise<readonly LinkedAccount[] | null> {
  const { instance, exchange } = await request.call()
  const signedIn = await signedInUser(instance, exchange)
  return signedIn && linkedAccounts(signedIn, instance)
}

/** Begins to link an account to the signed-in user. The target of the flow says how it ended. */
export async function linkAccount(
  request: OpenRequest,
  id: string,
  { redirectTo, scopes, resources }: LinkAccountOptions = {},
  params?: URLSearchParams,
): Promise<LinkStart> {
  const { instance, exchange } = await ownCall(request)
  oauthProvider(id, instance)
  if (!(await signedInUser(instance, exchange))) return { ok: false, reason: 'signedOut' }
  try {
    const fields = { link: 'report', ...(scopes && { scopes }), ...(resources && { resources }) }
    return { ok: true, url: await request.signIn(id, { redirectTo, fields }, params) }
  } catch (error) {
    if (error instanceof ReauthenticationRequired) return { ok: false, reason: 'reauthenticate' }
    throw error
  }
}

/** Unlinks an account of the signed-in user. */
export async function unlink(request: OpenRequest, account: AccountReference): Promise<RemovalResult> {
  const { instance, exchange } = await ownCall(request)
  return unlinkAccount(account, instance, exchange)
}

/** The passkeys of the signed-in user; `null` where no user is signed in. */
export async function listPasskeys(request: OpenRequest): Promise<readonly Passkey[] | null> {
  const { instance, exchange } = await request.call()
  const signedIn = await signedInUser(instance, exchange)
  return signedIn && passkeysOf(signedIn, instance)
}

/** Renames a passkey of the signed-in user. */
export async function rename(request: OpenRequest, id: string, name: string): Promise<RenameResult> {
  const { instance, exchange } = await ownCall(request)
  return renamePasskey(id, name, instance, exchange)
}

/** Removes a passkey of the signed-in user. */
export async function remove(request: OpenRequest, id: string): Promise<RemovalResult> {
  const { instance, exchange } = await ownCall(request)
  return removePasskey(id, instance, exchange)
}

/** A call that changes something. Throws `MissingCSRF` where a browser says that another site sent the request. */
async function ownCall(request: OpenRequest): Promise<ServerCall> {
  const call = await request.call()
  if (comesFromSite(call.exchange)) return call
  throw new MissingCSRF('Accounts of a user were to be changed by a request of another site.')
}
