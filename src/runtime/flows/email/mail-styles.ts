import type { Theme } from '../../../options/theme.js'
import { type Html, html } from '../../http/html.js'

const dark: Html = html`
.canvas { background-color: #0b0c0f !important }
.card { background-color: #15171c !important; border-color: #272b33 !important }
.line { border-color: #272b33 !important }
.text { color: #f0f2f5 !important }
.muted { color: #a3abb8 !important }
.code { background-color: #23272f !important; color: #f0f2f5 !important }`

/** What a mail looks like where it is dark. Light is in the attributes, for programs that drop style sheets. */
export function mailStyles({ colorScheme }: Theme): Html {
  if (colorScheme === 'light') return html`:root { color-scheme: light }`
  if (colorScheme === 'dark') return html`:root { color-scheme: dark }${dark}`
  return html`:root { color-scheme: light dark }
@media (prefers-color-scheme: dark) {${dark} }`
}
