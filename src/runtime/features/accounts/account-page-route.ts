import { AuthError } from '../../../errors.js'
import { type LinkedAccount, linkResult, type Passkey } from '../../../model/account.js'
import type { AccountSection } from '../../core/account-section.js'
import { asError } from '../../core/base/as-error.js'
import { signInPath } from '../../core/config/mount.js'
import { unusableProviders } from '../../core/config/unusable-providers.js'
import type { AccountContext } from '../../core/feature.js'
import { textParam } from '../../core/http/params.js'
import { withQuery } from '../../core/http/redirects.js'
import { nothing, type RouteResult, redirect } from '../../core/http/route-result.js'
import type { SignedIn } from '../../core/login/signed-in-user.js'
import type { App } from '../../core/object-lifetimes.js'
import type { RouteContext } from '../../core/route.js'
import { csrfToken } from '../../core/routes/csrf.js'
import { providerOrigins } from '../pages/form-origins.js'
import { page } from '../pages/page-result.js'
import { pageSite } from '../pages/page-site.js'
import { signedInUser } from './account-adapter.js'
import { type AccountPageProps, type PasskeyProvider, renderAccountPage } from './account-page.js'
import { linkedAccounts } from './linked-accounts.js'
import { passkeysOf } from './passkeys.js'
import { canEndSessions, ownSessions } from './sessions.js'
import { hasPasskeys } from './user-sign-in-methods.js'

export async function accountPage({ app, exchange }: RouteContext): Promise<RouteResult> {
  const { adapter, basePath } = app
  const { account: customPage } = app.spec.pages
  if (!adapter?.has('listAccountsByUserId') || customPage === false) return nothing(404)
  if (customPage !== undefined) return redirect(exchange.origin + customPage)
  const base = exchange.origin + basePath
  const action = `${base}/account`
  const signedIn = await signedInUser(app, exchange)
  if (!signedIn) return redirect(withQuery(exchange.origin + signInPath(app), { callbackUrl: action }))
  const { user, live } = signedIn
  const [accounts, sessions] = await Promise.all([linkedAccounts(signedIn, app), ownSessions(live, app)])
  const site = pageSite(app, exchange)
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
    canEndSessions: canEndSessions(live, app),
    accounts: accounts.map((account) => ({ ...account, name: nameOf(account, app) })),
    connectable: connectable(accounts, base, app),
    sections: await sectionsOf({ app, exchange, userId: user.id }),
    passkeys: await passkeys(signedIn, app),
    passkeyProviders: passkeyProviders(base, app),
    homeUrl: exchange.origin + app.home,
  }
  return page((nonce) => renderAccountPage({ ...props, nonce }), {
    status: 200,
    language: site.language,
    isolated: true,
    scripted: props.passkeys !== undefined,
    formOrigins: providerOrigins(app),
  })
}

async function sectionsOf(context: AccountContext): Promise<readonly AccountSection[]> {
  const { features, logger } = context.app
  const sections = features.map(async (feature) => {
    try {
      return await feature.accountSection?.(context)
    } catch (error) {
      logger.error(
        new AuthError(
          `\`accountSection\` of the feature '${feature.name}' threw. The account page leaves it out.`,
          { cause: { err: asError(error) } },
        ),
      )
      return undefined
    }
  })
  return (await Promise.all(sections)).flatMap((section) => section ?? [])
}

async function passkeys(signedIn: SignedIn, app: App): Promise<readonly Passkey[] | undefined> {
  const { adapter } = app
  return hasPasskeys(app) && adapter?.has('updateAuthenticatorName') && adapter.has('deleteAuthenticator')
    ? passkeysOf(signedIn, app)
    : undefined
}

function passkeyProviders(base: string, { providers }: App): readonly PasskeyProvider[] {
  return [...providers.values()]
    .filter(({ type }) => type === 'webauthn')
    .map(({ id, name }) => ({
      id,
      name: name ?? id,
      action: `${base}/callback/${id}`,
      optionsUrl: `${base}/webauthn-options/${id}`,
    }))
}

function nameOf({ provider }: LinkedAccount, { providers }: App): string {
  return providers.get(provider)?.name ?? provider
}

function connectable(
  accounts: readonly LinkedAccount[],
  base: string,
  app: App,
): AccountPageProps['connectable'] {
  return [...app.providers.values()]
    .filter(
      ({ id, type }) =>
        (type === 'oauth' || type === 'oidc') &&
        !app.get(unusableProviders).has(id) &&
        !accounts.some((each) => each.provider === id),
    )
    .map(({ id, name }) => ({ name: name ?? id, action: `${base}/signin/${id}` }))
}
