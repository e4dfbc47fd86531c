import { type LinkedAccount, linkResult, type Passkey } from '../../model/account.js'
import { linkedAccounts } from '../accounts/linked-accounts.js'
import { passkeysOf } from '../accounts/passkeys.js'
import { signedInUser } from '../accounts/removal.js'
import { ownSessions } from '../accounts/sessions.js'
import { asOAuthProvider } from '../flows/oauth/provider.js'
import { textParam } from '../http/params.js'
import { withQuery } from '../http/redirects.js'
import { nothing, type RouteResult, redirect } from '../http/result.js'
import { type AccountPageProps, renderAccountPage } from '../pages/account-page.js'
import { page } from '../pages/page-headers.js'
import { pageSite, providerOrigins } from '../pages/page-site.js'
import { csrfToken } from './csrf.js'
import type { RouteCapabilities, RouteContext } from './route-context.js'

/** `GET /account`: the sessions, accounts and passkeys of the signed-in user. */
export async function accountPage({ instance, exchange }: RouteContext): Promise<RouteResult> {
  const { adapter, basePath } = instance
  const { account: own, signIn } = instance.spec.pages
  if (!adapter?.has('listAccountsByUserId') || own === false) return nothing(404)
  if (own !== undefined) return redirect(exchange.origin + own)
  const base = exchange.origin + basePath
  const action = `${base}/account`
  const signInUrl = withQuery(signIn === undefined ? `${base}/signin` : exchange.origin + signIn, {
    callbackUrl: action,
  })
  const signedIn = await signedInUser(instance, exchange)
  if (!signedIn) return redirect(signInUrl)
  const { user, live } = signedIn
  const [accounts, sessions] = await Promise.all([
    linkedAccounts(signedIn, instance),
    ownSessions(live, instance),
  ])
  const site = pageSite(instance, exchange)
  const linked = linkResult({
    linkProvider: textParam(exchange.query, 'linkProvider'),
    linkResult: textParam(exchange.query, 'linkResult'),
  })
  const props: Omit<AccountPageProps, 'nonce'> = {
    ...site,
    action,
    csrfToken: await csrfToken(exchange),
    user: { name: user.name ?? null, email: user.email },
    result: linked?.result ?? textParam(exchange.query, 'accountResult'),
    sessions,
    accounts: accounts.map((account) => ({ ...account, name: nameOf(account, instance) })),
    connectable: connectable(accounts, base, instance),
    passkeys: await passkeys(instance, () => passkeysOf(signedIn, instance)),
    signInUrl,
    homeUrl: exchange.origin + instance.home,
  }
  return page((nonce) => renderAccountPage({ ...props, nonce }), {
    status: 200,
    language: site.language,
    isolated: true,
    formOrigins: providerOrigins(instance),
  })
}

/** The passkeys, where the configuration has any and the adapter manages them. */
async function passkeys(
  { providers, adapter }: RouteCapabilities,
  read: () => Promise<readonly Passkey[]>,
): Promise<readonly Passkey[] | undefined> {
  const isOffered = [...providers.values()].some(({ type }) => type === 'webauthn')
  return isOffered && adapter?.has('updateAuthenticatorName') && adapter.has('deleteAuthenticator')
    ? read()
    : undefined
}

/** What users know a provider by. */
function nameOf({ provider }: LinkedAccount, { providers }: RouteCapabilities): string {
  return providers.get(provider)?.name ?? provider
}

/** The providers of which the user has no account. */
function connectable(
  accounts: readonly LinkedAccount[],
  base: string,
  { providers }: RouteCapabilities,
): AccountPageProps['connectable'] {
  return [...providers.values()]
    .filter(
      (provider) => asOAuthProvider(provider) && !accounts.some((each) => each.provider === provider.id),
    )
    .map(({ id, name }) => ({ name: name ?? id, action: `${base}/signin/${id}` }))
}
