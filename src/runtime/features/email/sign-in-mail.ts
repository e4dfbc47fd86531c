import type { Theme } from '../../../options/pages-options.js'
import type { EmailProvider, SignInMail } from '../../../providers/kinds/email.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { type LanguageChoice, languageChoice } from '../pages/language-choice.js'
import { filledText, wordsOf } from '../pages/words.js'
import { durationInWords } from './duration.js'
import { sendByProvider } from './mail-delivery.js'
import { mailSite, renderMail } from './mail-document.js'
import { maxAgeOf } from './sign-in-link.js'

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
