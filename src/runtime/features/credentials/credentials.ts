import { AuthError } from '../../../errors.js'
import type { CredentialsProvider } from '../../../providers/kinds/credentials.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { redirect } from '../../core/http/route-result.js'
import { siteFailedForm, typedFields } from '../../core/login/failed-form.js'
import { credentialFields } from '../../core/login/input-attributes.js'
import { destination } from '../../core/login/login.js'
import type { ProviderFlow } from '../../core/provider-flow.js'
import type { RouteContext } from '../../core/route.js'
import { requireCsrf } from '../../core/routes/csrf.js'
import { checkedUser, credentialsLogin, passwordFields } from './credentials-login.js'

export const credentialsFlow: ProviderFlow = {
  callbackMethods: ['POST'],
  async callback(provider, context) {
    const credentials = credentialsProvider(provider)
    const { app, exchange } = context
    const callbackUrl = await app.callbacks.redirect(exchange.body['callbackUrl'], exchange.origin)
    exchange.callbackUrl = callbackUrl
    await requireCsrf(exchange)
    const outcome = await credentialsLogin(credentials, exchange.body, app, exchange).catch(
      async (error: unknown) => {
        await keepFailedForm(credentials, error, context)
        throw error
      },
    )
    return redirect(destination(outcome, callbackUrl, app, exchange))
  },
  async signIn(provider, { callbackUrl, fields }, app, exchange) {
    const outcome = await credentialsLogin(credentialsProvider(provider), fields, app, exchange)
    return destination(outcome, callbackUrl, app, exchange)
  },
  signInMethod(provider, { app, origin }) {
    const { id, name = id, signUp } = credentialsProvider(provider)
    const fields = credentialFields(credentialsProvider(provider))
    const action = `${origin}${app.basePath}/callback/${id}`
    return fields && { type: 'credentials', id, name, fields, signUp: signUp === true, action }
  },
  checkPassword(provider) {
    const credentials = credentialsProvider(provider)
    const names = passwordFields(credentials)
    return (
      names &&
      ((typed, app, exchange) => {
        const fields = { [names.address]: typed.address, [names.password]: typed.password }
        return checkedUser(credentials, fields, app, exchange)
      })
    )
  },
  fields: (provider) => credentialFields(credentialsProvider(provider)),
}

function credentialsProvider(provider: Provider): CredentialsProvider {
  if (provider.type === 'credentials') return provider
  throw new TypeError(`The provider '${provider.id}' is not of type 'credentials'.`)
}

async function keepFailedForm(
  provider: CredentialsProvider,
  error: unknown,
  { app, exchange }: RouteContext,
): Promise<void> {
  const fields = credentialFields(provider)
  if (!(error instanceof AuthError) || error.kind !== 'signIn' || !fields || app.spec.pages.signIn) return
  const typed = typedFields(fields, exchange.body)
  const cookie = exchange.site.get(siteFailedForm)
  await cookie.keep({ providerId: provider.id, typed }, exchange)
}
