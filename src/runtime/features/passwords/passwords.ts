import { CredentialsSignin } from '../../../errors.js'
import type { CredentialFields } from '../../../providers/kinds/credentials.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import { textParam } from '../../core/http/params.js'
import { redirect } from '../../core/http/route-result.js'
import { siteFailedForm, typedFields } from '../../core/login/failed-form.js'
import { destination } from '../../core/login/login.js'
import type { ProviderFlow } from '../../core/provider-flow.js'
import type { RouteContext } from '../../core/route.js'
import { requireCsrf } from '../../core/routes/csrf.js'
import { passwordProvider } from './configured-provider.js'
import { passwordCalls } from './password-calls.js'
import { checkedUser, passwordLogin } from './password-login.js'
import { sendsMail } from './password-mail.js'

export { mailRemovedLogins } from './password-mail.js'
export { changePasswordRoute, passwordPage, signUpFormPage, signUpRoute } from './password-route.js'
export { passwordSection } from './password-section.js'
export { storeSignUpPassword } from './sign-up-password.js'

const fields: CredentialFields = {
  email: { label: 'Email', type: 'email', autocomplete: 'username', required: true },
  password: { label: 'Password', type: 'password', autocomplete: 'current-password', required: true },
}

export const passwordFlow: ProviderFlow = {
  callbackMethods: ['POST'],
  async callback(anyProvider, context) {
    const provider = passwordProvider(anyProvider)
    const { app, exchange } = context
    const callbackUrl = await app.callbacks.redirect(exchange.body['callbackUrl'], exchange.origin)
    exchange.callbackUrl = callbackUrl
    await requireCsrf(exchange)
    const typed = {
      email: textParam(exchange.body, 'email') ?? '',
      password: textParam(exchange.body, 'password') ?? '',
    }
    const outcome = await passwordLogin(provider, typed, app, exchange).catch(async (error: unknown) => {
      if (error instanceof CredentialsSignin) await keepAddress(provider, context)
      throw error
    })
    return redirect(destination(outcome, callbackUrl, app, exchange))
  },
  async signIn(provider, { callbackUrl, fields: { email, password } }, app, exchange) {
    const typed = {
      email: typeof email === 'string' ? email : '',
      password: typeof password === 'string' ? password : '',
    }
    const outcome = await passwordLogin(passwordProvider(provider), typed, app, exchange)
    return destination(outcome, callbackUrl, app, exchange)
  },
  signInMethod: (provider, { app, origin }) => ({
    type: 'credentials',
    id: provider.id,
    name: provider.name ?? provider.id,
    fields,
    action: `${origin}${app.basePath}/callback/${provider.id}`,
    password: {
      signIn: `${origin}${app.basePath}/signin`,
      forgot: sendsMail(passwordProvider(provider), app) ? `${origin}${app.basePath}/password` : undefined,
      // The link to a sign-up page of the application is at the end of the sign-in page, not in this form.
      signUp:
        app.spec.signUp === 'closed' || app.spec.pages.signUp !== undefined
          ? undefined
          : `${origin}${app.basePath}/signup`,
    },
  }),
  checkPassword: (provider) => (typed, app, exchange) =>
    checkedUser(passwordProvider(provider), typed, app, exchange),
  passwords: passwordCalls,
  fields: () => fields,
}

/** Stores the e-mail address, which the sign-in page fills in again. The password is not stored. */
async function keepAddress({ id }: PasswordProvider, { app, exchange }: RouteContext): Promise<void> {
  if (app.spec.pages.signIn) return
  const cookie = exchange.site.get(siteFailedForm)
  await cookie.keep({ providerId: id, typed: typedFields(fields, exchange.body) }, exchange)
}
