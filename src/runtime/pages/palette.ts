import type { Theme } from '../../options/theme.js'
import { type HexColor, parseHexColor, readableOn } from '../http/hex-color.js'
import { type Html, html } from '../http/html.js'

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

/** The custom properties of a theme, as CSS. */
export function palette({ colorScheme, brandColor, buttonText }: Theme): Html {
  const primary = parseHexColor(brandColor)
  const text = parseHexColor(buttonText) ?? (primary && readableOn(primary))
  return html`${schemes(colorScheme)}
:root {${primary && html` --primary: ${primary};`}${text && html` --on-primary: ${text};`} }`
}

/** The custom properties of one provider's button, as CSS. */
export function brandRule(className: string, color: HexColor): Html {
  return html`.${className} { --brand: ${color}; --on-brand: ${readableOn(color)} }`
}

function schemes(colorScheme: Theme['colorScheme']): Html {
  if (colorScheme === 'dark') return html`:root {${dark} }`
  if (colorScheme === 'light') return html`:root {${light} }`
  return html`:root {${light} }
@media (prefers-color-scheme: dark) { :root {${dark} } }`
}
