import type { PasswordRedirect } from '../builder/passwords-api.js'
import type {
  ConfirmationRefusal,
  FirstPasswordRefusal,
  LinkRefusal,
  PasswordChange,
  PasswordChangeRefusal,
  PasswordConfirmation,
  PasswordRemovalRefusal,
  PasswordReset,
  PasswordResult,
  PasswordSignUp,
  SignUpRefusal,
} from '../model/password.js'
import type { SignInFailure } from './sign-in-result.js'

/** The server refused, for example because of too many attempts, or did not respond. */
export interface PasswordFailure extends SignInFailure {
  /** `'error'`. Refusals that depend on the form, such as a wrong password, have other values. */
  reason: 'error'
}

/** Result of a method of `passwords` in the browser. */
export type ClientPasswordResult<Reason extends string> =
  | { readonly ok: true; readonly url?: string | undefined }
  | { readonly ok: false; readonly reason: Reason }
  | PasswordFailure

/**
 * Signs up with a password, and sets, changes, resets and removes passwords. The methods load no page. If the result has a `url`, load this
 * page yourself.
 */
export interface ClientPasswords<SignUp = {}> {
  /**
   * Sends a mail with a link that finishes the sign-up. The result does not show whether a user has this e-mail address. With
   * `password({ verify: false })`, sends no mail and signs in at once. The result `'taken'` then shows that a user has the e-mail address.
   */
  signUp(
    input: Omit<PasswordSignUp, 'fields'> & SignUp,
    options?: PasswordRedirect,
  ): Promise<ClientPasswordResult<SignUpRefusal>>
  /** Finishes a sign-up with the link of its mail, and signs in. */
  finishSignUp(
    input: Omit<PasswordConfirmation, 'fields'> & Partial<SignUp>,
    options?: PasswordRedirect,
  ): Promise<ClientPasswordResult<ConfirmationRefusal>>
  /** Sends a mail with a link to choose another password. The result does not show whether a user has this e-mail address. */
  forgot(
    input: { readonly email: string },
    options?: PasswordRedirect,
  ): Promise<ClientPasswordResult<'invalidAddress'>>
  /** Replaces a forgotten password with the token of a mail, and ends all sessions of the user. */
  reset(input: PasswordReset): Promise<ClientPasswordResult<LinkRefusal>>
  /** Sets the first password of the signed-in user. Requires a recent sign-in. */
  set(input: { readonly password: string }): Promise<ClientPasswordResult<FirstPasswordRefusal>>
  /** Replaces the password of the signed-in user, ends all sessions, and signs this browser in again. */
  change(input: PasswordChange): Promise<ClientPasswordResult<PasswordChangeRefusal>>
  /** Removes the password of the signed-in user, unless it is the last way to sign in. */
  remove(input: { readonly current: string }): Promise<ClientPasswordResult<PasswordRemovalRefusal>>
}

export interface PasswordForm {
  readonly path: '/signup' | '/password'
  readonly fields: Readonly<Record<string, string | undefined>>
  readonly redirectTo?: string | undefined
}

export function clientPasswords(
  send: (form: PasswordForm) => Promise<PasswordResult | SignInFailure>,
): ClientPasswords {
  const result = async (form: PasswordForm): Promise<never> => {
    const received = await send(form)
    if (received.ok || 'reason' in received) return received as never
    const reason = reasons[received.error] ?? 'error'
    return { ...received, reason } as never
  }
  const change = (fields: PasswordForm['fields'], options?: PasswordRedirect): Promise<never> =>
    result({ path: '/password', fields, ...options })
  return {
    signUp: ({ email, password, fields }: PasswordSignUp, options) =>
      result({ path: '/signup', fields: { ...fields, email, newPassword: password }, ...options }),
    finishSignUp: ({ token, password, fields }: PasswordConfirmation, options) =>
      result({ path: '/signup', fields: { ...fields, token, newPassword: password }, ...options }),
    forgot: ({ email }, options) => change({ action: 'forgot', email }, options),
    reset: ({ token, password }) => change({ action: 'reset', token, newPassword: password }),
    set: ({ password }) => change({ action: 'set', newPassword: password }),
    change: ({ current, password }) =>
      change({ action: 'change', currentPassword: current, newPassword: password }),
    remove: ({ current }) => change({ action: 'remove', currentPassword: current }),
  }
}

/** The `reason` of a result, by the parameter `error` in the URL that the server returns. */
const reasons: Readonly<Record<string, string | undefined>> = {
  Verification: 'invalidLink',
  ReauthenticationRequired: 'reauthenticate',
}
