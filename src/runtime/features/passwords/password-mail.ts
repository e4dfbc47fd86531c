import type { AdapterUser } from '../../../adapters/contract.js'
import { AuthError } from '../../../errors.js'
import type { EmailProvider, SignInMail } from '../../../providers/kinds/email.js'
import type { PasswordProvider } from '../../../providers/kinds/password.js'
import { backgroundWork } from '../../core/background-work.js'
import { asError } from '../../core/base/as-error.js'
import { secretsIn } from '../../core/config/redaction.js'
import { withQuery } from '../../core/http/redirects.js'
import { signInAddress } from '../../core/login/email-address.js'
import type { Identity } from '../../core/login/identity.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { durationInWords } from '../email/duration.js'
import { handOver, requireSettings, sendByProvider, type WrittenMail } from '../email/mail-delivery.js'
import { mailSite, renderMail } from '../email/mail-document.js'
import { reasonToPrint } from '../email/mail-in-terminal.js'
import { mailRemoval } from '../email/removal-mail.js'
import { languageChoice } from '../pages/language-choice.js'
import { filledText, wordsOf } from '../pages/words.js'
import { LINK_TTL_SECONDS } from './link-lifetime.js'

export type PasswordMailContent = {
  readonly address: string
  /** The validated redirect target at the end of the flow. */
  readonly callbackUrl: string | undefined
} & (
  | { readonly purpose: 'signUp'; readonly token: string; readonly isNewUser: boolean }
  | { readonly purpose: 'resetPassword'; readonly token: string; readonly path: '/password' | '/signup' }
  /** `providers` is set if the user has no password. */
  | { readonly purpose: 'accountExists'; readonly providers: readonly string[] | undefined }
  | { readonly purpose: 'passwordChanged'; readonly isRemoved: boolean }
  | { readonly purpose: 'noPassword'; readonly providers: readonly string[] }
)

export async function sendPasswordMail(
  provider: PasswordProvider,
  content: PasswordMailContent,
  app: App,
  exchange: Exchange,
): Promise<void> {
  const { purpose, address } = content
  const token = 'token' in content ? content.token : ''
  const url = urlOf(content, app, exchange)
  const mail = passwordMail(content, url, app, exchange)
  const expires = new Date(app.clock() + LINK_TTL_SECONDS * 1000)
  await handOverMail(provider, { purpose, address, url, token, expires, mail }, app, exchange)
}

export function mailRemovedLogins(
  provider: PasswordProvider,
  identity: Identity,
  app: App,
  exchange: Exchange,
): void {
  const send = (mail: WrittenMail): Promise<void> => handOverMail(provider, mail, app, exchange)
  mailRemoval(identity, send, app, exchange)
}

/**
 * Sends a mail about a changed password in the background. An unverified e-mail address may belong to another
 * person, so it gets no mail.
 */
export function mailChange(
  provider: PasswordProvider,
  user: AdapterUser,
  change: 'saved' | 'removed',
  app: App,
  exchange: Exchange,
): void {
  const address = signInAddress(user)
  if (address === undefined || !user.emailVerified || !sendsMail(provider, app)) return
  const content = {
    purpose: 'passwordChanged',
    address,
    callbackUrl: undefined,
    isRemoved: change === 'removed',
  } as const
  const sending = sendPasswordMail(provider, content, app, exchange)
  app.host.get(backgroundWork).run(sending.catch((error: unknown) => app.logger.error(asError(error))))
}

async function handOverMail(
  provider: PasswordProvider,
  written: WrittenMail,
  app: App,
  exchange: Exchange,
): Promise<void> {
  const { send } = provider
  if (send) {
    const { purpose, address, url, token, expires, mail } = written
    const { request } = exchange
    const theme = app.spec.options.theme ?? {}
    const message = { purpose, identifier: address, url, expires, mail, theme, request }
    await handOver(provider.id, app.host.fetch, async (fetch) => void (await send({ ...message, fetch })), [
      url,
      token,
      ...secretsIn([request]),
    ])
    return
  }
  await sendByProvider(mailProvider(app), written, [], app, exchange)
}

export function printsMail(provider: PasswordProvider, app: App): boolean {
  return !provider.send && sendsMail(provider, app) && reasonToPrint(mailProvider(app), app) !== undefined
}

export function requireMailSettings({ send }: PasswordProvider, app: App): void {
  if (!send) requireSettings(mailProvider(app), app)
}

export function sendsMail({ send }: PasswordProvider, { providers }: App): boolean {
  return send !== undefined || [...providers.values()].some(({ type }) => type === 'email')
}

function mailProvider({ providers }: App): EmailProvider<string> {
  for (const provider of providers.values()) if (provider.type === 'email') return provider
  throw new AuthError('password() cannot send mails. Pass `send`, or add an e-mail provider.')
}

function urlOf(content: PasswordMailContent, { basePath, spec }: App, { origin }: Exchange): string {
  const base = origin + basePath
  const { finishSignUp, resetPassword } = spec.pages
  const { callbackUrl } = content
  switch (content.purpose) {
    case 'signUp': {
      // The built-in page lists the earlier logins of an existing user before they are removed.
      const page = content.isNewUser && finishSignUp ? origin + finishSignUp : `${base}/signup`
      return withQuery(page, { callbackUrl, token: content.token })
    }
    case 'resetPassword': {
      const page =
        content.path === '/password' && resetPassword ? origin + resetPassword : base + content.path
      return withQuery(page, { callbackUrl, token: content.token })
    }
    default:
      return withQuery(`${base}/signin`, { callbackUrl })
  }
}

function passwordMail(
  content: PasswordMailContent,
  url: string,
  { spec: { options }, logger, providers }: App,
  { origin, request }: Exchange,
): SignInMail {
  const { theme = {} } = options
  const words = wordsOf(languageChoice(options, request, logger))
  const { texts } = words
  const time = durationInWords(LINK_TTL_SECONDS, words)
  const common = { site: mailSite(theme, new URL(origin).host), url, theme, words }
  const methodsOf = (ids: readonly string[]): string =>
    ids.map((id) => providers.get(id)?.name ?? id).join(', ')
  const linkFooter = `${texts['mail.ignore']} ${texts['mail.secret']}`
  switch (content.purpose) {
    case 'signUp':
      return renderMail({
        ...common,
        subject: texts['password.mail.signUp.subject'],
        lead: filledText(texts['password.mail.signUp.lead'], { time }),
        button: texts['password.mail.signUp.button'],
        footer: linkFooter,
      })
    case 'resetPassword':
      return renderMail({
        ...common,
        subject: texts['password.mail.reset.subject'],
        lead: filledText(texts['password.mail.reset.lead'], { time }),
        button: texts['password.mail.reset.button'],
        footer: linkFooter,
      })
    case 'accountExists':
      return renderMail({
        ...common,
        subject: texts['password.mail.exists.subject'],
        lead: content.providers
          ? filledText(texts['password.mail.exists.accounts'], { methods: methodsOf(content.providers) })
          : texts['password.mail.exists.lead'],
        button: texts['signIn.button'],
        footer: texts['password.mail.notYou'],
      })
    case 'passwordChanged': {
      const { site } = common
      return renderMail({
        ...common,
        subject: texts['password.mail.changed.subject'],
        lead: filledText(texts[`password.mail.changed.${content.isRemoved ? 'removed' : 'saved'}`], { site }),
        button: texts['signIn.button'],
        footer: texts['password.mail.changed.notYou'],
      })
    }
    case 'noPassword':
      return renderMail({
        ...common,
        subject: texts['password.mail.none.subject'],
        lead: filledText(texts['password.mail.none.lead'], { methods: methodsOf(content.providers) }),
        button: texts['signIn.button'],
        footer: texts['password.mail.notYou'],
      })
  }
}
