import { InvalidRequest } from '../../../errors.js'
import type { PasswordResult, PasswordSignUp, SignUpRefusal } from '../../../model/password.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import { destination, type LoginOutcome } from '../../core/login/login.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import type { PasswordCalls } from '../../core/provider-flow.js'
import { passwordProvider } from './configured-provider.js'
import { finishSignUp } from './finish-sign-up.js'
import { requestReset } from './forgot.js'
import { sendsMail } from './password-mail.js'
import { resetPassword } from './password-reset.js'
import { changePassword, removePassword, setFirstPassword } from './set-change-remove.js'
import { requestSignUp, requireOpenSignUp, signUpUnverified } from './sign-up.js'

export const passwordCalls: PasswordCalls = {
  async signUp(typed, { provider, app, exchange }) {
    requireOpenSignUp(app)
    return startSignUp(passwordProvider(provider), typed, app, exchange)
  },
  async finishSignUp({ token, password, fields, callbackUrl }, { provider, app, exchange }) {
    // An empty password field is like a missing one: the password of the sign-up form is used.
    const typed = { token, password: password || undefined, fields }
    const outcome = await finishSignUp(passwordProvider(provider), typed, app, exchange)
    return resultOf(outcome, callbackUrl, app, exchange)
  },
  async forgot(typed, { provider: anyProvider, app, exchange }) {
    const provider = passwordProvider(anyProvider)
    if (!sendsMail(provider, app))
      throw new InvalidRequest(
        'No mail can be sent for a forgotten password. Add an e-mail provider, or pass `send` to password().',
      )
    const reason = await requestReset(provider, typed, app, exchange)
    return reason === undefined ? { ok: true } : { ok: false, reason }
  },
  reset: (typed, { provider, app, exchange }) =>
    resetPassword(passwordProvider(provider), typed, app, exchange),
  set: ({ password }, { provider, app, exchange }) =>
    setFirstPassword(passwordProvider(provider), password, app, exchange),
  change: (typed, { provider, app, exchange }) =>
    changePassword(passwordProvider(provider), typed, app, exchange),
  remove: ({ current }, { provider, app, exchange }) =>
    removePassword(passwordProvider(provider), current, app, exchange),
}

async function startSignUp(
  provider: PasswordProvider,
  typed: PasswordSignUp & { readonly callbackUrl: string | undefined },
  app: App,
  exchange: Exchange,
): Promise<PasswordResult<SignUpRefusal>> {
  if (provider.verify === false)
    return resultOf(await signUpUnverified(provider, typed, app, exchange), typed.callbackUrl, app, exchange)
  const reason = await requestSignUp(provider, typed, app, exchange)
  return reason === undefined ? { ok: true } : { ok: false, reason }
}

function resultOf<Reason extends SignUpRefusal>(
  outcome: Reason | LoginOutcome,
  callbackUrl: string | undefined,
  app: App,
  exchange: Exchange,
): PasswordResult<Reason> {
  if (typeof outcome === 'string') return { ok: false, reason: outcome }
  return { ok: true, url: destination(outcome, callbackUrl ?? exchange.origin + app.home, app, exchange) }
}
