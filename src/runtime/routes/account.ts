import { ReauthenticationRequired } from '../../errors.js'
import { unlinkAccount } from '../accounts/linked-accounts.js'
import { removePasskey, renamePasskey } from '../accounts/passkeys.js'
import { signedInUser } from '../accounts/removal.js'
import { endOtherSessions, endOwnSession } from '../accounts/sessions.js'
import { textParam } from '../http/params.js'
import { withQuery } from '../http/redirects.js'
import { nothing, type RouteResult, redirect } from '../http/result.js'
import { requireCsrf } from './csrf.js'
import type { RouteContext } from './route-context.js'

/** How a form ended, as the query of the page says it. */
export type AccountChange =
  | 'unlinked'
  | 'passkeyRemoved'
  | 'passkeyRenamed'
  | 'sessionEnded'
  | 'sessionsEnded'
  | 'notFound'
  | 'lastSignInMethod'

/**
 * `POST /account`: changes the accounts, passkeys or sessions of the signed-in user, as the field `action` says, and leads back to the page with
 * the result as `accountResult`.
 */
export async function changeAccount(context: RouteContext): Promise<RouteResult> {
  const { instance, exchange } = context
  const { adapter, spec, basePath } = instance
  if (!adapter || spec.pages.account === false) return nothing(404)
  const page = exchange.origin + (spec.pages.account ?? `${basePath}/account`)
  const wanted = exchange.body['callbackUrl']
  const target = wanted === undefined ? page : await instance.callbacks.redirect(wanted, exchange.origin)
  exchange.callbackUrl = target
  await requireCsrf(exchange)
  const result = await change(context)
  switch (result) {
    case 'signedOut':
      return redirect(
        withQuery(exchange.origin + (spec.pages.signIn ?? `${basePath}/signin`), { callbackUrl: target }),
      )
    case 'reauthenticate':
      throw new ReauthenticationRequired('Accounts are changed by a session of a recent sign-in.')
    case 'unknown':
      return nothing(400)
    default:
      return redirect(withQuery(target, { accountResult: result }))
  }
}

type Change = AccountChange | 'signedOut' | 'reauthenticate' | 'unknown'

async function change({ instance, exchange }: RouteContext): Promise<Change> {
  const field = (name: string): string => textParam(exchange.body, name) ?? ''
  switch (field('action')) {
    case 'unlink': {
      const account = { provider: field('provider'), providerAccountId: field('providerAccountId') }
      const unlinked = await unlinkAccount(account, instance, exchange)
      return unlinked.ok ? 'unlinked' : unlinked.reason
    }
    case 'rename-passkey': {
      const renamed = await renamePasskey(field('id'), field('name'), instance, exchange)
      return renamed.ok ? 'passkeyRenamed' : renamed.reason
    }
    case 'remove-passkey': {
      const removed = await removePasskey(field('id'), instance, exchange)
      return removed.ok ? 'passkeyRemoved' : removed.reason
    }
    case 'end-session':
    case 'end-other-sessions': {
      const signedIn = await signedInUser(instance, exchange)
      if (!signedIn) return 'signedOut'
      if (field('action') === 'end-session') {
        return (await endOwnSession(field('id'), signedIn.live, instance)) ? 'sessionEnded' : 'notFound'
      }
      await endOtherSessions(signedIn.live, instance)
      // Sessions that are nowhere listed end together with this one.
      return signedIn.live.strategy === 'jwt' && !signedIn.live.isStored ? 'signedOut' : 'sessionsEnded'
    }
    default:
      return 'unknown'
  }
}
