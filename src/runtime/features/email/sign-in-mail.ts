import { EmailSignInError } from '../../../errors.js'
import { parseUrl } from '../../../model/parse-url.js'
import type { Theme } from '../../../options/pages-options.js'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import type { EmailProvider, MailPurpose, SignInMail } from '../../../providers/kinds/email.js'
import { asError } from '../../core/base/as-error.js'
import { membersOf } from '../../core/base/members-of.js'
import { redacted, secretsIn } from '../../core/config/redaction.js'
import { createFetch } from '../../core/http/fetch.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { inTime } from '../../core/storage/in-time.js'
import { type LanguageChoice, languageChoice } from '../pages/language-choice.js'
import { filledText, wordsOf } from '../pages/words.js'
import { durationInWords } from './duration.js'
import { mailSite, renderMail } from './mail-document.js'
import { missingSetting, reasonToPrint } from './missing-setting.js'
import { maxAgeOf } from './verification-token.js'

export interface SignInMailProps {
  readonly url: string
  readonly host: string
  readonly code: string | undefined
  /** In seconds. */
  readonly maxAge: number
  readonly theme: Theme
  /** Default: English. */
  readonly language?: LanguageChoice
}

function signInMail({ url, host, code, maxAge, theme, language }: SignInMailProps): SignInMail {
  const words = wordsOf(language)
  const { texts } = words
  const time = durationInWords(maxAge, words)
  const footer = `${texts['mail.ignore']} ${texts[code === undefined ? 'mail.secret' : 'mail.secretCode']}`
  return renderMail({
    subject: texts['mail.subject'],
    site: mailSite(theme, host),
    preview: filledText(texts[code === undefined ? 'mail.preview' : 'mail.previewCode'], { time }),
    lead: filledText(texts['mail.press'], { time }),
    open: texts['mail.open'],
    button: texts['signIn.button'],
    url,
    code: code === undefined ? undefined : { lead: texts['mail.code'], digits: code },
    footer,
    textFooter: `${filledText(texts['mail.valid'], { time })} ${footer}`,
    theme,
    words,
  })
}

export interface MailContent {
  readonly address: string
  readonly url: string
  readonly token: string
  readonly code: string
  readonly expires: Date
}

const TIME_LIMIT_MS = 15_000

export async function sendMail(
  provider: EmailProvider<string>,
  { address, url, token, code: digits, expires }: MailContent,
  app: App,
  exchange: Exchange,
): Promise<void> {
  const theme = app.spec.options.theme ?? {}
  const code = provider.code ? digits : undefined
  const { host } = new URL(exchange.origin)
  const language = languageChoice(app.spec.options, exchange.request, app.logger)
  const mail = signInMail({ url, host, code, maxAge: maxAgeOf(provider), theme, language })
  const sent = { purpose: 'signIn', address, url, token, code, expires, mail } as const
  await sendByProvider(provider, sent, [digits], app, exchange)
}

export interface WrittenMail {
  readonly purpose: MailPurpose
  readonly address: string
  readonly url: string
  readonly token: string
  readonly code?: string | undefined
  readonly expires: Date
  readonly mail: SignInMail
}

/**
 * Call it before the e-mail address is looked up, so that the error reveals nothing about the e-mail
 * address.
 */
export function requireSettings(provider: EmailProvider<string>, { host }: App): void {
  const missing = host.isDevelopment() ? undefined : missingSetting(provider)
  if (missing === undefined) return
  throw new EmailSignInError(`The provider '${provider.id}' cannot send mails: ${missing}`)
}

/** Removes `secrets` from an error, together with the URL, the token, the request and the provider's keys. */
export async function sendByProvider(
  provider: EmailProvider<string>,
  { purpose, address, url, token, code, expires, mail }: WrittenMail,
  secrets: readonly string[],
  app: App,
  { request }: Exchange,
): Promise<void> {
  const missing = reasonToPrint(provider, app)
  if (missing !== undefined) {
    app.warnOnce('mail-in-terminal', `${missing} Until then, mails are printed here.`)
    console.log(`\nMail to ${address}:\n\n${mail.text}\n`)
    return
  }
  const theme = app.spec.options.theme ?? {}
  const send = async (fetch: Fetch): Promise<void> =>
    provider.sendVerificationRequest({
      purpose,
      identifier: address,
      url,
      expires,
      token,
      ...(code !== undefined && { code }),
      mail,
      provider,
      theme,
      request,
      fetch,
    })
  const allSecrets = [
    ...secrets,
    url,
    token,
    provider.apiKey ?? '',
    ...smtpSecrets(provider),
    ...secretsIn([request]),
  ]
  await handOver(provider.id, app.fetchFor(provider), send, allSecrets)
}

/** `secrets` are removed from the error. */
export async function handOver(
  providerId: string,
  fetch: Fetch | undefined,
  send: (fetch: Fetch) => Promise<void>,
  secrets: readonly string[],
): Promise<void> {
  try {
    await inTime(send(createFetch({ fetch })), TIME_LIMIT_MS)
  } catch (error) {
    throw new EmailSignInError(`The provider '${providerId}' could not send a mail.`, {
      cause: { err: redacted(asError(error), secrets), provider: providerId },
    })
  }
}

/** The option `server` is a URL or an object, and both the URL and `server.url` may contain a password. */
function smtpSecrets({ server }: EmailProvider<string>): string[] {
  if (typeof server === 'string') return passwordSpellings(server)
  const { url, auth } = membersOf(server)
  return [...(typeof url === 'string' ? passwordSpellings(url) : []), ...secretsIn([auth])]
}

/**
 * The URL, and all forms of its password that an error may contain: as written, parsed, decoded, and encoded
 * again.
 */
function passwordSpellings(url: string): string[] {
  const [, written = ''] = /^[^:]*:\/\/[^:/?#]*:([^/?#]*)@/.exec(url) ?? []
  const parsed = parseUrl(url)?.password ?? ''
  // `URLSearchParams` decodes the password, because `decodeURIComponent` throws for a `%` that is not part of
  // an encoded byte.
  const decoded = new URLSearchParams(`p=${written.replace(/[+&]/g, encodeURIComponent)}`).get('p') ?? ''
  return [url, written, parsed, decoded, encodeURIComponent(decoded)]
}
