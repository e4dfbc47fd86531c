import type { Theme } from '../../../options/pages-options.js'
import { type Html, html } from '../../core/http/html.js'
import { brandButton, type HexColor, readableOn } from './colors.js'

const light: Html = html`
--canvas: #f4f5f7; --surface: #fff; --subtle: #eff1f4; --line: #e3e6eb; --text: #15181d; --muted: #59606b;
--button: #fff; --button-hover: #f1f3f6; --button-line: #d2d7de; --field: #fff; --field-line: #878e99;
--primary: #15181d; --on-primary: #fff; --primary-line: rgb(0 0 0 / .12); --primary-hover: rgb(255 255 255 / .1);
--alert-text: #8c1d18; --alert-surface: #fdf0ef; --notice-text: #1d4275; --notice-surface: #eef4fc; --focus: #1f62e0;
--ring: rgb(0 0 0 / .08);
--shadow: 0 1px 2px rgb(16 24 40 / .04), 0 16px 40px -12px rgb(16 24 40 / .1);`

const dark: Html = html`
--canvas: #0b0c0f; --surface: #15171c; --subtle: #23272f; --line: #272b33; --text: #f0f2f5; --muted: #a3abb8;
--button: #1b1e24; --button-hover: #23272f; --button-line: #363c47; --field: #0f1115; --field-line: #6d7582;
--primary: #f0f2f5; --on-primary: #15181d; --primary-line: rgb(255 255 255 / .18); --primary-hover: rgb(0 0 0 / .1);
--alert-text: #ffb4ab; --alert-surface: #2f1816; --notice-text: #b5d0fb; --notice-surface: #152338; --focus: #7fabff;
--ring: rgb(255 255 255 / .16);
--shadow: 0 1px 2px rgb(0 0 0 / .3), 0 16px 40px -12px rgb(0 0 0 / .5);`

export function palette(theme: Theme): Html {
  const brand = brandButton(theme)
  return html`${schemes(theme.colorScheme)}
${brand && html`:root { --primary: ${brand.background}; --on-primary: ${brand.text} }`}`
}

export function brandRule(className: string, color: HexColor): Html {
  return html`.${className} { --brand: ${color}; --on-brand: ${readableOn(color)} }`
}

function schemes(colorScheme: Theme['colorScheme']): Html {
  if (colorScheme === 'dark') return html`:root {${dark} }`
  if (colorScheme === 'light') return html`:root {${light} }`
  return html`:root {${light} }
@media (prefers-color-scheme: dark) { :root {${dark} } }`
}

export const stylesheet: Html = html`
*, ::before, ::after { box-sizing: border-box }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; align-content: center; justify-items: center;
  padding: 2rem 1.25rem; color: var(--text); background: var(--canvas);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  -webkit-text-size-adjust: 100%; -webkit-font-smoothing: antialiased;
}
main {
  width: 100%; max-width: 26rem; padding: 1.75rem 2.25rem; overflow-wrap: anywhere;
  background: var(--surface); border: 1px solid var(--line); border-radius: 1rem; box-shadow: var(--shadow);
}
header { margin-bottom: 1.25rem; text-align: center }
h1, h2, p, form { margin: 0 }
h1 { font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -.02em; text-wrap: balance }
header p { margin-top: .5rem; color: var(--muted); text-wrap: balance }
header strong { color: var(--text) }
a { color: inherit; text-underline-offset: .2em; text-decoration-thickness: 1px }
.logo { display: block; max-width: 12rem; max-height: 3rem; margin: 0 auto 1.5rem }
.emblem {
  display: grid; place-items: center; width: 3rem; height: 3rem; margin: 0 auto 1.25rem; border-radius: .875rem;
  color: var(--muted); background: var(--subtle);
}
.icon {
  flex: none; width: 1.25rem; height: 1.25rem; fill: none; stroke: currentColor; stroke-width: 1.75;
  stroke-linecap: round; stroke-linejoin: round;
}
.emblem .icon { width: 1.5rem; height: 1.5rem }
.emblem.alert { color: var(--alert-text); background: var(--alert-surface) }

.banner {
  display: flex; gap: .75rem; margin-bottom: 1.5rem; padding: .875rem 1rem; border-radius: .75rem;
  font-size: .9375rem; line-height: 1.45; color: var(--notice-text); background: var(--notice-surface);
}
.banner.alert { color: var(--alert-text); background: var(--alert-surface) }
.banner .icon { margin-top: .0625rem }
.banner p { text-wrap: pretty }
.banner h2 { font-size: inherit; line-height: inherit; font-weight: 600 }

.details { margin-bottom: 1.5rem; font-size: .8125rem; color: var(--muted) }
.details pre {
  margin: .5rem 0 0; padding: .75rem .875rem; white-space: pre-wrap; color: var(--text); background: var(--subtle);
  border-radius: .625rem; font: inherit; font-family: ui-monospace, monospace;
}

.options, .fields, .actions { display: grid; gap: .75rem }
.fields { gap: .875rem }
.button {
  display: flex; align-items: center; justify-content: center; gap: .625rem; width: 100%;
  min-height: 2.75rem; padding: .5rem .9375rem; border: 1px solid var(--button-line); border-radius: .625rem;
  font: inherit; font-weight: 550; line-height: 1.3; text-align: center; text-decoration: none;
  color: var(--text); background: var(--button); cursor: pointer;
}
.button:hover { background: var(--button-hover) }
.button.provider { display: grid; grid-template-columns: 1.25rem 1fr 1.25rem }
.many { grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)) }
.many > * { grid-column: 1 / -1 }
.many > :has(.provider) { grid-column: auto }
.many .provider { height: 100%; grid-template-columns: 1.25rem 1fr; text-align: start }
.many .verb { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.button.primary { color: var(--on-primary); background: var(--primary); border-color: var(--primary-line) }
.button.primary:hover { box-shadow: inset 0 0 0 4rem var(--primary-hover) }
.mark { display: block; width: 1.25rem; height: 1.25rem; object-fit: contain }
.monogram {
  display: grid; place-items: center; border-radius: .375rem; font-size: .75rem; font-weight: 700; line-height: 1;
  color: var(--on-brand, var(--text)); background: var(--brand, var(--subtle)); box-shadow: inset 0 0 0 1px var(--ring);
}

.divider {
  display: flex; align-items: center; gap: .875rem; margin: 0; font-size: .875rem; color: var(--muted);
}
.divider::before, .divider::after { content: ""; flex: 1; border-top: 1px solid var(--line) }

label { display: block; unicode-bidi: plaintext; font-size: .9375rem; font-weight: 550 }
.field label { margin-bottom: .375rem }
.field input {
  display: block; width: 100%; min-height: 2.75rem; padding: .5rem .875rem; border: 1px solid var(--field-line);
  border-radius: .625rem; font: inherit; font-size: 1rem; color: var(--text); background: var(--field);
}
.field:has(.show) { display: grid; grid-template-columns: 1fr auto }
.field:has(.show) > :not(.show) { grid-column: 1 / -1 }
.field:has(.show) input { grid-row: 2; padding-inline-end: 3rem }
.show {
  grid-area: 2 / 2; display: grid; place-items: center; width: 2.75rem; border: 0; border-radius: .625rem;
  color: var(--muted); background: none; cursor: pointer;
}
.show[hidden] { display: none }
.show[aria-pressed=true] { color: var(--focus) }
.field input[aria-invalid] { border-color: var(--alert-text) }
.field input::placeholder { color: var(--muted); opacity: 1 }
.choice { display: flex; align-items: center; gap: .625rem; min-height: 1.5rem }
.choice[hidden] { display: none }
form > .choice { margin-top: .75rem }
.choice label { font-weight: inherit }
.choice input { flex: none; width: 1.125rem; height: 1.125rem; margin: 0; accent-color: var(--primary) }
.fields .button { margin-top: .125rem } .fields .button + .button { margin-top: -.25rem }
.footnote + .legal { margin-top: .5rem }
strong { font-weight: 600 }
.invalid { display: flex; gap: .5rem; font-size: .9375rem; line-height: 1.4; color: var(--alert-text) }
a:focus-visible, button:focus-visible, input:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
.field input:focus-visible { outline-offset: -1px; border-color: var(--focus) }

.person {
  display: flex; align-items: center; gap: .875rem; margin-bottom: 1.25rem; padding: .875rem 1rem;
  border: 1px solid var(--line); border-radius: .75rem; line-height: 1.35;
}
.person .avatar {
  flex: none; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%;
  font-weight: 600; background: var(--subtle);
}
.person .email { font-size: .9375rem; color: var(--muted) }
.options .person, .options > .footnote { margin: 0 }
.hint { margin-top: -.625rem; font-size: .875rem; color: var(--muted) }
.link {
  padding: 0; border: 0; font: inherit; color: inherit; background: none; cursor: pointer;
  text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .2em;
}
.footnote { margin-top: 1.5rem; font-size: .875rem; color: var(--muted); text-align: center; text-wrap: balance }

@media (max-width: 30rem) {
  body { padding: 0; background: var(--surface) }
  main { padding: .875rem 1.25rem; border: 0; box-shadow: none }
  header { margin-bottom: 1rem }
  header p { margin-top: .25rem }
  .banner { gap: .625rem; margin-bottom: 1rem; padding: .5rem .75rem; font-size: .875rem; line-height: 1.4 }
  .banner h2, .banner p { display: inline }
  .banner h2::after { content: attr(data-end) }
  .options, .fields, .passkeys { gap: .625rem }
  .fields .button + .button { margin-top: 0 }
  .field label { margin-bottom: .25rem }
  .person { padding: .5rem .75rem }
  .hint { margin-top: -.375rem }
  .footnote { margin-top: 1rem }
  .button.provider { grid-template-columns: 1.25rem 1fr }
}
@media (prefers-reduced-motion: no-preference) {
  .button, .field input { transition: background-color .12s, border-color .12s, box-shadow .12s }
}
@media (forced-colors: active) {
  .monogram, .emblem, .banner { border: 1px solid }
}`
