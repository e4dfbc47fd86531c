import type {
  CredentialsSignInMethod,
  EmailSignInMethod,
  PasswordLinks,
  SignInMethod,
} from '../../core/sign-in-method.js'

/** A form with only the e-mail address. It leads to the second page with the sign-in methods. */
export interface AddressForm {
  readonly type: 'address'
  readonly id: string
  readonly action: string
  readonly links: PasswordLinks
}

/**
 * A form that sends a sign-in link. On the second page, the e-mail address is known, so the form is only a
 * button.
 */
export type MailForm = EmailSignInMethod & { readonly address?: string }

/** A form of the sign-in page. */
export type PageForm = Exclude<SignInMethod, EmailSignInMethod> | MailForm | AddressForm

/** Properties that the forms of the page depend on. */
export interface PageFormsProps {
  readonly providers: readonly SignInMethod[]
  /** The e-mail address from the first page. `undefined` shows the first page. */
  readonly address?: string | undefined
  /** The id of the provider that was used last. */
  readonly lastUsed?: string | undefined
}

/** A form for the password of a stored user. */
export type PasswordForm = CredentialsSignInMethod & { readonly password: PasswordLinks }

/**
 * The forms of the sign-in page, in order. If a password and another method are offered, the sign-in has two
 * pages. The first page has an e-mail field, and the methods that need no e-mail address. The second page
 * shows all methods, for every e-mail address. If a provider has the id `continue`, there is only one page,
 * because the sign-in of this provider has the same path as the second page.
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

/** Whether the form creates an account. */
export function signsUp(form: PageForm): boolean {
  return form.type === 'credentials' && form.signUp === true
}

/**
 * Prepares a method for the first page. A passkey method keeps only the sign-in, which needs no
 * e-mail address, because the sign-up is on the second page. Other methods are unchanged.
 */
function withoutFields(method: SignInMethod): SignInMethod {
  return method.type === 'webauthn' && method.offers === 'signInAndUp'
    ? { ...method, offers: 'signIn', fields: {} }
    : method
}

/**
 * If exactly one method sends a sign-in link by mail, and exactly one sign-in form with credentials has an
 * e-mail field, the button that sends the link moves into that form. So these two methods share the field.
 */
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
