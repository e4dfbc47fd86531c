import { EmailSignInError } from '../../../errors.js'
import type { Theme } from '../../../options/pages-options.js'
import type { EmailProvider, SignInMail } from '../../../providers/kinds/email.js'
import { asError } from '../../core/base/as-error.js'
import { redacted } from '../../core/config/redaction.js'
import { createFetch } from '../../core/http/fetch.js'
import { type Html, html } from '../../core/http/html.js'
import type { App, Exchange } from '../../core/lifetimes.js'
import { inTime } from '../../core/storage/in-time.js'
import { type LanguageChoice, languageChoice } from '../pages/language-choice.js'
import { parseHexColor, readableOn } from '../pages/stylesheet.js'
import { filled, filledText, type Words, wordsOf } from '../pages/words.js'
import { maxAgeOf } from './verification-token.js'

/** The contents of a mail. */
export interface SignInMailProps {
  readonly url: string
  /** The host of the site, with its port where there is one. */
  readonly host: string
  readonly code: string | undefined
  /** Seconds for which link and code are valid. */
  readonly maxAge: number
  readonly theme: Theme
  /** Default: English. */
  readonly language?: LanguageChoice
}

/**
 * The mail with the link, and the code, as plain text and as HTML. The HTML is made for mail programs: tables, styles in
 * attributes for those that drop style sheets, nothing to load. Programs drop `html` and `body`, too, so that its
 * language and its name stand on an element within.
 */
function signInMail(props: SignInMailProps): SignInMail {
  // Nothing that ends a header, however the application came by its host.
  const host = (props.theme.name ?? props.host.replace(/[^\x21-\x7e]/g, '')).replace(/[^ -~\xa0-\uffff]/g, '')
  const words = wordsOf(props.language)
  const subject = filledText(words.texts['mail.subject'], { site: host })
  const given = { ...props, host, subject, words, time: duration(props.maxAge, words) }
  return { subject, text: textOf(given), html: htmlOf(given) }
}

interface Given extends SignInMailProps {
  readonly subject: string
  readonly words: Words
  readonly time: string
}

function textOf({ subject, url, code, time, words: { texts } }: Given): string {
  const byCode = code === undefined ? '' : `${texts['mail.code']}\n\n${code}\n\n`
  const lasts = filledText(texts['mail.valid'], { time })
  return `${subject}

${texts['mail.open']}

${url}

${byCode}${lasts} ${texts['mail.ignore']} ${texts[secretKey(code)]}
`
}

function secretKey(code: string | undefined): 'mail.secret' | 'mail.secretCode' {
  return code === undefined ? 'mail.secret' : 'mail.secretCode'
}

function htmlOf(given: Given): string {
  const { subject, url, host, code, time, theme, words } = given
  const { tag, dir, texts } = words
  const button = parseHexColor(theme.brandColor) ?? '#15181d'
  const buttonText = parseHexColor(theme.buttonText) ?? readableOn(button)
  const shown = unlinked(host)
  return html`<!doctype html>
<html lang="${tag}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${schemes(theme)}">
<meta name="supported-color-schemes" content="${schemes(theme)}">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${subject}</title>
<style>${mailStyles(theme)}</style>
</head>
<body class="canvas" style="margin:0;padding:0;background-color:#f4f5f7">
<div role="article" aria-roledescription="email" aria-label="${subject}" lang="${tag}" dir="${dir}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${filled(texts[code === undefined ? 'mail.preview' : 'mail.previewCode'], { time })}${filler}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="canvas" style="background-color:#f4f5f7">
<tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="card" style="max-width:480px;background-color:#ffffff;border:1px solid #e3e6eb;border-radius:12px">
<tr><td align="center" style="padding:40px 32px 8px">
<h1 class="text" style="margin:0;font:600 24px/32px ${font};color:#15181d;overflow-wrap:anywhere;word-break:break-word">${filled(texts['mail.subject'], { site: shown })}</h1>
</td></tr>
<tr><td align="center" style="padding:0 32px 24px">
<p class="muted" style="margin:0;font:400 16px/24px ${font};color:#59606b">${filled(texts['mail.press'], { time })}</p>
</td></tr>
<tr><td align="center" style="padding:0 32px 32px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0">
<tr><td align="center" bgcolor="${button}" style="border-radius:8px;background-color:${button};mso-padding-alt:14px 32px">
<a href="${url}" target="_blank" style="display:inline-block;padding:14px 32px;border:1px solid ${button};border-radius:8px;font:600 16px/20px ${font};color:${buttonText};text-decoration:none">${texts['signIn.button']}</a>
</td></tr>
</table>
</td></tr>
${code !== undefined && codeRow(code, words)}<tr><td align="center" class="line" style="padding:24px 32px 32px;border-top:1px solid #e3e6eb">
<p class="muted" style="margin:0;font:400 14px/20px ${font};color:#59606b">${texts['mail.ignore']} ${texts[secretKey(code)]}</p>
</td></tr>
</table>
</td></tr>
</table>
</div>
</body>
</html>
`.toString()
}

const font = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

/** Fills the line that mail programs show beside the subject, which would go on with the heading otherwise. */
const filler = '\u00a0\u200c'.repeat(60)

function codeRow(code: string, { texts }: Words): Html {
  return html`<tr><td align="center" style="padding:0 32px 32px">
<p class="muted" style="margin:0 0 12px;font:400 16px/24px ${font};color:#59606b">${texts['mail.code']}</p>
<p class="code" style="margin:0;padding:12px 16px;border-radius:8px;background-color:#eff1f4;font:600 28px/36px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:6px;color:#15181d">${code}</p>
</td></tr>
`
}

/** Mail programs make a link of whatever looks like the name of a site. What stands in it breaks no line. */
function unlinked(host: string): string {
  return host.replace(/[.:]/g, '\u200c$&')
}

function schemes({ colorScheme }: Theme): string {
  return colorScheme === 'light' || colorScheme === 'dark' ? colorScheme : 'light dark'
}

const dark: Html = html`
.canvas { background-color: #0b0c0f !important }
.card { background-color: #15171c !important; border-color: #272b33 !important }
.line { border-color: #272b33 !important }
.text { color: #f0f2f5 !important }
.muted { color: #a3abb8 !important }
.code { background-color: #23272f !important; color: #f0f2f5 !important }`

/** What a mail looks like where it is dark. Light is in the attributes, for programs that drop style sheets. */
function mailStyles({ colorScheme }: Theme): Html {
  if (colorScheme === 'light') return html`:root { color-scheme: light }`
  if (colorScheme === 'dark') return html`:root { color-scheme: dark }${dark}`
  return html`:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {${dark} }`
}

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const

/** A time in words: in whole days or hours where possible, else in minutes, rounded down. */
function duration(seconds: number, { tag, texts }: Pick<Words, 'tag' | 'texts'>): string {
  const { unit, seconds: one } =
    units.find(({ seconds: each }) => seconds >= each && seconds % each === 0) ?? units[2]
  const count = Math.floor(seconds / one)
  if (count < 1) return texts['mail.lessThanAMinute']
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** What one mail carries. */
export interface MailContent {
  readonly address: string
  readonly url: string
  readonly token: string
  readonly code: string
  readonly expires: Date
}

/** Milliseconds within which a mail must have been handed over. */
const TIME_LIMIT_MS = 15_000

/**
 * Has the provider send a mail. Throws `EmailSignInError` when it could not be handed over in time; what that says
 * neither holds the link nor the provider's key.
 */
export async function sendMail(
  provider: EmailProvider<string>,
  { address, url, token, code: digits, expires }: MailContent,
  app: App,
  { request, origin }: Exchange,
): Promise<void> {
  const theme = app.spec.options.theme ?? {}
  const code = provider.code ? digits : undefined
  const { host } = new URL(origin)
  const language = languageChoice(app.spec.options, request, app.logger)
  const mail = signInMail({ url, host, code, maxAge: maxAgeOf(provider), theme, language })
  const fetch = createFetch({ fetch: app.fetchFor(provider) })
  // An async function, so that a synchronous throw is handled like a rejection.
  const send = async (): Promise<void> =>
    provider.sendVerificationRequest({
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
  try {
    await inTime(send(), TIME_LIMIT_MS)
  } catch (error) {
    const secrets = [url, token, digits, ...(provider.apiKey ? [provider.apiKey] : [])]
    throw new EmailSignInError(`The provider '${provider.id}' could not send a mail.`, {
      cause: { err: redacted(asError(error), secrets), provider: provider.id },
    })
  }
}
