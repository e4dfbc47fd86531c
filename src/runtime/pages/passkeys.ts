import { type Html, html } from '../http/html.js'
import { passkeyScript } from './passkey-script.js'
import type { WebAuthnSignInOption } from './sign-in-option.js'

/** A form that nobody sees until the script has found out that the browser can use it. */
export function renderPasskeys({ id, optionsUrl, conditional }: WebAuthnSignInOption, form: Html): Html {
  return html`<div class="passkeys" hidden data-passkeys="${id}" data-options="${optionsUrl}"${
    conditional && html` data-conditional`
  }>
${form}<div class="invalid" role="alert"></div>
</div>
`
}

/** The script of a page with passkeys, and what stands there where it does not run, or finds no passkeys. */
export function renderPasskeyScript(nonce: string): Html {
  return html`
<p class="footnote" data-no-passkeys>Passkeys need JavaScript, and a browser that knows them.</p>
<script nonce="${nonce}">${passkeyScript}</script>`
}

/** A form that is not shown has no divider after it, where it is the first. */
export const passkeyStyles: Html = html`
.passkeys { display: grid; gap: .75rem }
.passkeys[hidden], .passkeys[hidden]:first-child + .divider, .invalid:empty { display: none }`
