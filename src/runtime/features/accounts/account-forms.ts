import { ReauthenticationRequired } from '../../../errors.js'
import { signInPath } from '../../core/config/mount.js'
import { textParam } from '../../core/http/params.js'
import { withQuery } from '../../core/http/redirects.js'
import { nothing, type RouteResult, redirect } from '../../core/http/route-result.js'
import type { RouteContext } from '../../core/route.js'
import { requireCsrf } from '../../core/routes/csrf.js'
import { signedInUser } from './account-adapter.js'
import { unlinkAccount } from './linked-accounts.js'
import { removePasskey, renamePasskey } from './passkeys.js'
import { canEndSessions, endOtherSessions, endOwnSession } from './sessions.js'

export type AccountChange =
  | 'unlinked'
  | 'passkeyRemoved'
  | 'passkeyRenamed'
  | 'sessionEnded'
  | 'sessionsEnded'
  | 'notFound'
  | 'lastSignInMethod'

export async function changeAccount(context: RouteContext): Promise<RouteResult> {
  const { app, exchange } = context
  const { adapter, spec, basePath } = app
  if (!adapter || spec.pages.account === false) return nothing(404)
  const page = exchange.origin + (spec.pages.account ?? `${basePath}/account`)
  const requested = exchange.body['callbackUrl']
  const target = requested === undefined ? page : await app.callbacks.redirect(requested, exchange.origin)
  exchange.callbackUrl = target
  await requireCsrf(exchange)
  const result = await change(context)
  switch (result) {
    case 'signedOut':
      return redirect(withQuery(exchange.origin + signInPath(app), { callbackUrl: target }))
    case 'reauthenticate':
      throw new ReauthenticationRequired('Changing accounts requires a recent sign-in.')
    case 'unknown':
      return nothing(400)
    default:
      return redirect(withQuery(target, { accountResult: result }))
  }
}

type Change = AccountChange | 'signedOut' | 'reauthenticate' | 'unknown'

async function change({ app, exchange }: RouteContext): Promise<Change> {
  const field = (name: string): string => textParam(exchange.body, name) ?? ''
  switch (field('action')) {
    case 'unlink': {
      const account = { provider: field('provider'), providerAccountId: field('providerAccountId') }
      const unlinked = await unlinkAccount(account, app, exchange)
      return unlinked.ok ? 'unlinked' : unlinked.reason
    }
    case 'rename-passkey': {
      const renamed = await renamePasskey(field('id'), field('name'), app, exchange)
      return renamed.ok ? 'passkeyRenamed' : renamed.reason
    }
    case 'remove-passkey': {
      const removed = await removePasskey(field('id'), app, exchange)
      return removed.ok ? 'passkeyRemoved' : removed.reason
    }
    case 'end-session': {
      const signedIn = await signedInUser(app, exchange)
      if (!signedIn) return 'signedOut'
      return (await endOwnSession(field('id'), signedIn.live, app)) ? 'sessionEnded' : 'notFound'
    }
    case 'end-other-sessions': {
      const signedIn = await signedInUser(app, exchange)
      if (!signedIn) return 'signedOut'
      if (!canEndSessions(signedIn.live, app)) return 'unknown'
      return (await endOtherSessions(signedIn.live, app)) === 'all' ? 'signedOut' : 'sessionsEnded'
    }
    default:
      return 'unknown'
  }
}
