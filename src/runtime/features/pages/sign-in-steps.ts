import type {
  CredentialsSignInMethod,
  EmailSignInMethod,
  PasswordLinks,
  SignInMethod,
} from '../../core/sign-in-page-methods.js'

/** The form of the first page. */
export interface AddressForm {
  readonly type: 'address'
  readonly id: string
  readonly action: string
  readonly links: PasswordLinks
}

/** With an `address`, on the second page, the form is only a button. */
export type MailForm = EmailSignInMethod & { readonly address?: string }

export type PageForm = Exclude<SignInMethod, EmailSignInMethod> | MailForm | AddressForm

export interface PageFormsProps {
  readonly providers: readonly SignInMethod[]
  /** The e-mail address from the first page. Without it, the first page is shown. */
  readonly address?: string | undefined
  /** The id of the last used provider. */
  readonly lastUsed?: string | undefined
}

export type PasswordForm = CredentialsSignInMethod & { readonly password: PasswordLinks }

/**
 * Returns the forms of a sign-in page. If a password and another method are offered, the sign-in has two
 * pages. The second page shows all methods, for every e-mail address. A provider with the id `continue` has
 * the path of the second page, so with such a provider there is only one page.
 */
export function pageForms({ providers: methods, address, lastUsed }: PageFormsProps): readonly PageForm[] {
  const password = methods.find((method) => isPasswordForm(method))
  if (!password || methods.length === 1 || methods.some(({ id }) => id === 'continue'))
    return withLinkInForm(methods)
  const byMail = methods.filter((method) => method.type === 'email')
  const others = methods.filter((method) => method !== password && method.type !== 'email')
  if (address === undefined) {
    const { password: links } = password
    const form = { type: 'address', id: 'continue', action: `${links.signIn}/continue`, links } as const
    return [form, ...others.map((method) => withoutFields(method))]
  }
  const forms = [password, ...byMail.map((method) => ({ ...method, address })), ...others]
  return [...forms.filter(({ id }) => id === lastUsed), ...forms.filter(({ id }) => id !== lastUsed)]
}

export function isPasswordForm(form: PageForm): form is PasswordForm {
  return form.type === 'credentials' && form.password !== undefined
}

export function signsUp(form: PageForm): boolean {
  return form.type === 'credentials' && form.signUp === true
}

/**
 * Removes the sign-up from a passkey form. The sign-up is on the second page, because it needs an e-mail
 * address.
 */
function withoutFields(method: SignInMethod): SignInMethod {
  return method.type === 'webauthn' && method.offers === 'signInAndUp'
    ? { ...method, offers: 'signIn', fields: {} }
    : method
}

/** Combines a sign-in by link and a form with an e-mail field to one form, if there is only one of each. */
function withLinkInForm(methods: readonly SignInMethod[]): readonly SignInMethod[] {
  const [link, secondLink] = methods.filter((method) => method.type === 'email')
  const [form, secondForm] = methods.filter(
    (method) => method.type === 'credentials' && !signsUp(method) && Object.hasOwn(method.fields, 'email'),
  )
  if (link?.type !== 'email' || form?.type !== 'credentials' || secondLink || secondForm) return methods
  return methods.flatMap((method) => {
    if (method === link) return []
    return method === form ? { ...form, link } : method
  })
}
