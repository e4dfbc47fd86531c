import type { TypedFields } from '../../../model/password.js'
import { minLengthOf } from '../../../model/password-length.js'
import { refusalText } from '../../../options/language.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import { signInPath } from '../../core/config/mount.js'
import { type Html, html } from '../../core/http/html.js'
import { linkUrl } from '../../core/http/page-urls.js'
import { withQuery } from '../../core/http/redirects.js'
import type { PageResult } from '../../core/http/route-result.js'
import { siteFailedForm } from '../../core/login/failed-form.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { csrfToken } from '../../core/routes/csrf.js'
import { listStyle, renderEarlierList } from '../email/confirm-page.js'
import type { EarlierLogins } from '../email/earlier-logins.js'
import {
  alertIcon,
  envelopeIcon,
  keyIcon,
  printedMailNote,
  renderBanner,
  renderDocument,
  renderHiddenFields,
} from '../pages/document.js'
import { renderField } from '../pages/field.js'
import { targetOrigins } from '../pages/form-origins.js'
import { page } from '../pages/page-result.js'
import { type PageSite, pageSite, siteName } from '../pages/page-site.js'
import { renderRemember } from '../pages/remember-checkbox.js'
import { renderShowPasswordScript } from '../pages/show-password.js'
import { filled, filledText, type Words, wordsOf } from '../pages/words.js'
import { printsMail } from './password-mail.js'
import { signUpForm } from './sign-up-fields.js'

export interface PasswordPage {
  readonly provider: PasswordProvider
  readonly app: App
  readonly exchange: Exchange
  /** Validated. */
  readonly callbackUrl: string | undefined
  /** The value of `RESULT_PARAMETER`. */
  readonly result: string | undefined
}

interface PageParts {
  readonly title: string
  readonly lead: Html | string
  readonly emblem?: Html
  readonly content: Html
  /** Whether the page contains the token of a link. */
  readonly holdsToken?: boolean
  readonly hasPassword?: boolean
  readonly styles?: readonly Html[]
}

interface PageContext {
  readonly words: Words
  readonly site: Required<PageSite>
  /** @param action - The path below the base path. */
  readonly form: (
    action: string,
    fields: Html,
    buttons: Html,
    hidden?: Readonly<Record<string, string>>,
  ) => Html
  /** Input of the refused form. */
  readonly typed: TypedFields
}

async function render(
  { app, exchange, callbackUrl, provider }: PasswordPage,
  parts: (context: PageContext) => PageParts,
): Promise<PageResult> {
  const site = pageSite(app, exchange)
  const token = await csrfToken(exchange)
  const failed = await exchange.site.get(siteFailedForm).take(exchange)
  const context: PageContext = {
    words: wordsOf(site.language),
    site,
    typed: failed?.providerId === provider.id ? failed.typed : {},
    form: (
      action,
      fields,
      buttons,
      hidden = {},
    ) => html`<form action="${linkUrl(exchange.origin + app.basePath + action)}" method="post">${renderHiddenFields({ csrfToken: token, callbackUrl })}
<input type="hidden" name="page" value="1">${Object.entries(hidden).map(
      ([name, value]) => html`
<input type="hidden" name="${name}" value="${value}">`,
    )}
<div class="fields">
${fields}${buttons}
</div>
</form>`,
  }
  const { holdsToken = false, hasPassword = false, content, ...document } = parts(context)
  const body = (nonce: string): Html => html`${content}${hasPassword && renderShowPasswordScript(nonce)}`
  return page((nonce) => renderDocument({ ...site, ...document, content: body(nonce), nonce }), {
    status: 200,
    scripted: hasPassword,
    language: site.language,
    holdsToken,
    isolated: true,
    formOrigins: targetOrigins(callbackUrl, exchange.origin, app),
  })
}

export function signUpPage(view: PasswordPage): Promise<PageResult> {
  const { provider } = view
  return render(view, ({ words, site, form, typed }) => ({
    title: words.texts['signIn.signUp'],
    hasPassword: true,
    lead: filled(words.texts['signIn.lead'], { site: html`<strong>${siteName(site)}</strong>` }),
    content: html`${problemBanner(view, words)}${form(
      '/signup',
      html`${signUpFields(provider, words, typed)}${addressField(provider, words, { typed: typed['email'], isFirst: Object.keys(signUpForm(provider)).length === 0 })}${newPasswordField(provider, words)}${rememberField(view, words)}`,
      html`<button type="submit" class="button primary">${words.texts['signIn.signUp']}</button>
${linkToSignIn(view, words)}`,
    )}`,
  }))
}

function linkToSignIn({ app, exchange, callbackUrl }: PasswordPage, { texts }: Words): Html {
  const url = withQuery(`${exchange.origin}${app.basePath}/signin`, { callbackUrl })
  return html`<a class="button" href="${linkUrl(url)}">${texts['signIn.title']}</a>`
}

export function forgotPage(view: PasswordPage): Promise<PageResult> {
  return render(view, ({ words, form, typed }) => ({
    title: words.texts['password.forgot'],
    lead: words.texts['password.forgot.lead'],
    content: html`${problemBanner(view, words)}${form(
      '/password',
      addressField(view.provider, words, { typed: typed['email'], isFirst: true }),
      html`<button type="submit" class="button primary">${words.texts['password.forgot.button']}</button>
${linkToSignIn(view, words)}`,
      { action: 'forgot' },
    )}`,
  }))
}

/** Renders the page after a mail was requested. It is the same if no mail was sent. */
export function sentPage(view: PasswordPage): Promise<PageResult> {
  const { provider, app, exchange } = view
  const isPrinted = printsMail(provider, app)
  return render(view, ({ words, site }) => ({
    title: words.texts['checkEmail.title'],
    lead: words.texts['password.sent'],
    emblem: html`<div class="emblem">${envelopeIcon}</div>`,
    content: html`${isPrinted && printedMailNote}<a class="button" href="${linkUrl(exchange.origin + app.home)}">${filled(words.texts['page.back'], { site: siteName(site) })}</a>${
      !isPrinted &&
      html`
<p class="footnote">${words.texts['checkEmail.spam']}</p>`
    }`,
  }))
}

export function choosePage(
  view: PasswordPage,
  {
    action,
    token,
    address,
    earlier,
    hasFields = false,
    hasRemember = false,
  }: {
    readonly action: '/password' | '/signup'
    readonly token: string
    readonly address: string
    readonly earlier?: EarlierLogins | undefined
    /** Whether to show the fields of `password({ signUp })`. */
    readonly hasFields?: boolean
    /** Whether to show the "Stay signed in" checkbox, if users can choose to stay signed in. */
    readonly hasRemember?: boolean
  },
): Promise<PageResult> {
  return render(view, ({ words, form, typed }) => ({
    title: words.texts['password.choose.title'],
    lead: forAddress(address, words),
    emblem: html`<div class="emblem">${keyIcon}</div>`,
    holdsToken: true,
    hasPassword: true,
    styles: [listStyle],
    content: html`${problemBanner(view, words)}${earlier && html`<div class="options">${renderEarlierList(earlier, words)}</div>`}${form(
      action,
      html`${hiddenUsername(address)}${hasFields && signUpFields(view.provider, words, typed)}${newPasswordField(view.provider, words)}${hasRemember && rememberField(view, words)}`,
      html`<button type="submit" class="button primary">${words.texts['password.save']}</button>`,
      action === '/password' ? { action: 'reset', token } : { token },
    )}`,
  }))
}

/**
 * Renders the page that finishes a sign-up with one button. It is shown only in the browser that began the
 * sign-up.
 */
export function confirmSignUpPage(
  view: PasswordPage,
  { token, address }: { readonly token: string; readonly address: string },
): Promise<PageResult> {
  const { app, exchange } = view
  const other = withQuery(`${exchange.origin}${app.basePath}/signup`, {
    token,
    other: '1',
    callbackUrl: view.callbackUrl,
  })
  return render(view, ({ words, site, form }) => ({
    title: words.texts['password.confirm.title'],
    lead: filled(words.texts['password.confirm.lead'], {
      address: html`<strong><bdi>${address}</bdi></strong>`,
      site: html`<strong>${siteName(site)}</strong>`,
    }),
    emblem: html`<div class="emblem">${envelopeIcon}</div>`,
    holdsToken: true,
    content: form(
      '/signup',
      html``,
      html`<button type="submit" class="button primary">${words.texts['signIn.signUp']}</button>
<a class="button" href="${linkUrl(other)}">${words.texts['password.confirm.other']}</a>`,
      { token },
    ),
  }))
}

export function changedPage(view: PasswordPage): Promise<PageResult> {
  const { app, exchange } = view
  const signIn = exchange.origin + signInPath(app)
  return render(view, ({ words }) => ({
    title: words.texts['password.new'],
    lead: words.texts['password.changed'],
    emblem: html`<div class="emblem">${keyIcon}</div>`,
    content: html`<a class="button primary" href="${linkUrl(withQuery(signIn, { callbackUrl: view.callbackUrl }))}">${words.texts['signIn.button']}</a>`,
  }))
}

function forAddress(address: string, { texts }: Words): Html {
  return filled(texts['password.choose.lead'], { address: html`<strong><bdi>${address}</bdi></strong>` })
}

function addressField(
  { id }: PasswordProvider,
  words: Words,
  { typed, isFirst }: { readonly typed: string | undefined; readonly isFirst: boolean },
): Html {
  const field = {
    label: words.texts['signIn.email'],
    type: 'email',
    placeholder: words.texts['signIn.emailExample'],
    autocomplete: 'username',
    required: true,
  } as const
  return renderField({
    providerId: id,
    name: 'email',
    field,
    autofocus: isFirst && typed === undefined,
    typed,
    words,
  })
}

function signUpFields(provider: PasswordProvider, words: Words, typed: TypedFields): readonly Html[] {
  const { id: providerId } = provider
  return Object.entries(signUpForm(provider)).map(([name, field]) =>
    renderField({ providerId, name, field, autofocus: false, typed: typed[name], words }),
  )
}

function newPasswordField(provider: PasswordProvider, words: Words): Html {
  const count = minLengthOf(provider)
  const field = {
    label: words.texts['password.new'],
    type: 'password',
    autocomplete: 'new-password',
    minlength: count,
    required: true,
  } as const
  const { id: providerId } = provider
  const hint = filledText(words.texts['password.hint'], { count: String(count) })
  return html`${renderField({ providerId, name: 'newPassword', field, autofocus: false, words, hint })}
`
}

function rememberField({ app, provider }: PasswordPage, words: Words): Html | undefined {
  return app.spec.session.remember ? renderRemember(provider, words) : undefined
}

/** Renders the e-mail address for password managers, which do not read inputs of the type `hidden`. */
function hiddenUsername(address: string): Html {
  return html`<input type="text" hidden autocomplete="username" value="${address}">
`
}

function problemBanner({ result, provider }: PasswordPage, words: Words): Html | undefined {
  if (result === 'invalidAddress') return renderBanner('InvalidEmailAddress', words)
  const text = refusalText(result, provider, words.texts)
  return text === undefined ? undefined : alertBanner(text)
}

function alertBanner(text: string): Html {
  return html`<div class="banner alert" role="alert">${alertIcon}
<div><p>${text}</p></div>
</div>
`
}
