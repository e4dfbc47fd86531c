import type { Theme } from '../../../options/pages-options.js'
import type { SignInMail } from '../../../providers/kinds/email.js'
import { type Html, html } from '../../core/http/html.js'
import { type ButtonColors, brandButton } from '../pages/colors.js'
import { filled, filledText, type Words } from '../pages/words.js'

export interface MailParts {
  /** `{site}` is replaced by the name of the site. */
  readonly subject: string
  /** As `mailSite` returns it. */
  readonly site: string
  /** Text that mail programs show next to the subject. Default: `lead`. */
  readonly preview?: string
  /** Text above the button. */
  readonly lead: string
  /** Text above the link in the plain-text version. Default: `lead`. */
  readonly open?: string
  readonly button: string
  readonly url: string
  readonly code?: { readonly lead: string; readonly digits: string } | undefined
  readonly footer: string
  /** Default: `footer`. */
  readonly textFooter?: string
  readonly theme: Theme
  readonly words: Words
}

/**
 * Returns the name of the site in a mail. Control characters, such as line breaks, are removed, because they
 * could end a mail header.
 */
export function mailSite(theme: Theme, host: string): string {
  return (theme.name ?? host.replace(/[^\x21-\x7e]/g, '')).replace(/[^ -~\xa0-\uffff]/g, '')
}

/**
 * Renders a mail, in HTML and in plain text. The HTML is designed for mail programs: tables, inline styles
 * for programs that remove style sheets, and no external resources. Some programs also remove `html` and
 * `body`, so the language and the name are set on an inner element.
 */
export function renderMail(parts: MailParts): SignInMail {
  return {
    subject: filledText(parts.subject, { site: parts.site }),
    text: textOf(parts),
    html: htmlOf(parts),
  }
}

function textOf({
  subject,
  site,
  lead,
  open = lead,
  url,
  code,
  footer,
  textFooter = footer,
}: MailParts): string {
  return `${filledText(subject, { site })}

${open}

${url}

${code ? `${code.lead}\n\n${code.digits}\n\n` : ''}${textFooter}
`
}

function htmlOf(parts: MailParts): string {
  const { site, lead, preview = lead, url, code, footer, theme, words } = parts
  const { tag, dir } = words
  const subject = filledText(parts.subject, { site })
  const button = brandButton(theme) ?? defaultButton
  const heading = filled(parts.subject, { site: unlinked(site) })
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
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}${filler}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="canvas" style="background-color:#f4f5f7">
<tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="card" style="max-width:480px;background-color:#ffffff;border:1px solid #e3e6eb;border-radius:12px">
<tr><td align="center" style="padding:40px 32px 8px">
<h1 class="text" style="margin:0;font:600 24px/32px ${font};color:#15181d;overflow-wrap:anywhere;word-break:break-word">${heading}</h1>
</td></tr>
<tr><td align="center" style="padding:0 32px 24px">
<p class="muted" style="margin:0;font:400 16px/24px ${font};color:#59606b">${lead}</p>
</td></tr>
<tr><td align="center" style="padding:0 32px 32px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0">
<tr><td align="center" bgcolor="${button.background}" style="border-radius:8px;background-color:${button.background};mso-padding-alt:14px 32px">
<a href="${url}" target="_blank" style="display:inline-block;padding:14px 32px;border:1px solid ${button.background};border-radius:8px;font:600 16px/20px ${font};color:${button.text};text-decoration:none">${parts.button}</a>
</td></tr>
</table>
</td></tr>
${code && codeRow(code)}<tr><td align="center" class="line" style="padding:24px 32px 32px;border-top:1px solid #e3e6eb">
<p class="muted" style="margin:0;font:400 14px/20px ${font};color:#59606b">${footer}</p>
</td></tr>
</table>
</td></tr>
</table>
</div>
</body>
</html>
`.toString()
}

const defaultButton: ButtonColors = { background: '#15181d', text: '#ffffff' }

const font = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

/** Without these invisible characters, mail programs would show the heading after the preview text. */
const filler = '\u00a0\u200c'.repeat(60)

function codeRow({ lead, digits }: NonNullable<MailParts['code']>): Html {
  return html`<tr><td align="center" style="padding:0 32px 32px">
<p class="muted" style="margin:0 0 12px;font:400 16px/24px ${font};color:#59606b">${lead}</p>
<p class="code" style="margin:0;padding:12px 16px;border-radius:8px;background-color:#eff1f4;font:600 28px/36px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:6px;color:#15181d">${digits}</p>
</td></tr>
`
}

/** Prevents mail programs from turning a host name into a link. */
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

/**
 * Returns the style sheet. The colours of light mode are in attributes, because some programs remove style
 * sheets.
 */
function mailStyles({ colorScheme }: Theme): Html {
  if (colorScheme === 'light') return html`:root { color-scheme: light }`
  if (colorScheme === 'dark') return html`:root { color-scheme: dark }${dark}`
  return html`:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {${dark} }`
}
