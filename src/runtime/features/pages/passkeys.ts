import { type Html, html } from '../../core/http/html.js'
import type { WebAuthnSignInMethod } from '../../core/sign-in-page-methods.js'
import type { Words } from './words.js'

export interface PasskeyForm extends Pick<WebAuthnSignInMethod, 'id' | 'optionsUrl' | 'conditional'> {
  /** Default: the sign-in page. */
  readonly returnTo?: string
}

/**
 * Renders a form for passkeys. It stays hidden unless the script runs in a browser that supports passkeys.
 */
export function renderPasskeys({ id, optionsUrl, conditional, returnTo }: PasskeyForm, form: Html): Html {
  return html`<div class="passkeys" hidden data-passkeys="${id}" data-options="${optionsUrl}"${
    conditional && html` data-conditional`
  }${returnTo !== undefined && html` data-return-to="${returnTo}"`}>
${form}<div class="invalid" role="alert"></div>
</div>
`
}

export function renderPasskeyScript(nonce: string, { texts }: Words): Html {
  const messages = {
    InvalidStateError: texts['passkey.exists'],
    NotAllowedError: texts['passkey.cancelled'],
    SecurityError: texts['passkey.wrongAddress'],
    other: texts['passkey.failed'],
  }
  return html`
<p class="footnote" data-no-passkeys>${texts['passkey.unsupported']}</p>
<script nonce="${nonce}" data-texts="${JSON.stringify(messages)}">${passkeyScript}</script>`
}

/** A divider next to a hidden form is hidden, too, unless it separates other forms. */
export const passkeyStyles: Html = html`
.passkeys { display: grid; gap: .75rem }
.passkeys[aria-busy] .button { opacity: .6; cursor: progress }
.passkeys[hidden], .invalid:empty { display: none }
.passkeys[hidden]:first-child + .divider, .divider + .passkeys[hidden] + .divider { display: none }
.divider:has(+ .passkeys[hidden]:last-child) { display: none }`

/**
 * This script is sent to browsers unchanged. A ceremony by autofill does not end by itself, but its challenge
 * expires after fifteen minutes, so it is restarted every ten minutes.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-sample-scenarios
 * @see https://developer.mozilla.org/docs/Web/API/PublicKeyCredential/isConditionalMediationAvailable_static
 */
const passkeyScript: Html = html`
(() => {
  if (!window.PublicKeyCredential) return
  const texts = JSON.parse(document.currentScript.dataset.texts)
  const boxes = [...document.querySelectorAll('[data-passkeys]')]
  const headers = { accept: 'application/json', 'x-auth-return-redirect': '1' }
  let waiting, busy

  const decode = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
  const encode = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replace(/[+]/g, '-').replace(/[/]/g, '_').replace(/=/g, '')
  const decoded = (credentials) => (credentials || []).map((one) => ({ ...one, id: decode(one.id) }))

  const fetchOptions = async (box, action, fields) => {
    const body = new URLSearchParams(fields)
    body.set('action', action)
    if (box.dataset.returnTo) body.set('callbackUrl', box.dataset.returnTo)
    else if (body.has('callbackUrl')) {
      const here = new URL('../signin', new URL(box.dataset.options, location))
      here.searchParams.set('callbackUrl', body.get('callbackUrl'))
      body.set('callbackUrl', here)
    }
    const response = await fetch(box.dataset.options, { method: 'POST', body, headers })
    if (response.status === 503) throw response
    const { options, url } = await response.json()
    if (url) return { url }
    return {
      site: options.rpId || options.rp.id,
      publicKey: {
        ...options,
        challenge: decode(options.challenge),
        ...(options.user && { user: { ...options.user, id: decode(options.user.id) } }),
        ...(options.excludeCredentials && { excludeCredentials: decoded(options.excludeCredentials) }),
        ...(options.allowCredentials && { allowCredentials: decoded(options.allowCredentials) }),
      },
    }
  }

  const send = async (form, action, site, credential) => {
    const { id, rawId, type, response } = credential
    const json = { id, type, rawId: encode(rawId), clientExtensionResults: {}, response: {} }
    for (const name of ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']) {
      if (response[name]) json.response[name] = encode(response[name])
    }
    if (response.getTransports) json.response.transports = response.getTransports()
    const body = new URLSearchParams(new FormData(form))
    body.set('action', action)
    body.set('data', JSON.stringify(json))
    const sent = await fetch(form.getAttribute('action'), { method: 'POST', body, headers })
    if (sent.status === 503) throw sent
    const { url } = await sent.json()
    const target = new URL(url)
    if (url !== body.get('callbackUrl')) await forget(action, target.searchParams, site, id).catch(() => {})
    location.assign(target)
  }

  // Tells the browser to forget a passkey that the site does not know, because it was not registered or its
  // account was rejected.
  const forget = async (action, params, rpId, credentialId) => {
    const error = params.get('error')
    const isUnknown =
      action === 'register' ? error && error !== 'Configuration' : params.get('code') === 'unknown_credential'
    const { signalUnknownCredential } = window.PublicKeyCredential
    if (isUnknown && signalUnknownCredential) {
      await signalUnknownCredential.call(window.PublicKeyCredential, { rpId, credentialId })
    }
  }

  const begin = (box) => {
    busy = box
    box.setAttribute('aria-busy', 'true')
    box.querySelector('[role=alert]').textContent = ''
  }

  const release = () => {
    if (busy) busy.removeAttribute('aria-busy')
    busy = undefined
  }

  const fail = (box, { name }) => {
    box.querySelector('[role=alert]').textContent = texts[name] || texts.other
    release()
    offer()
  }

  // Only one ceremony runs at a time. Browsers reject a second ceremony, and the user may press the button
  // again while the options are loading. After a success, no other ceremony starts, because the next page is
  // loading.
  const perform = async (box, form, action) => {
    if (busy) return
    begin(box)
    if (waiting) waiting.abort()
    try {
      const { publicKey, site, url } = await fetchOptions(box, action, new FormData(form))
      if (url) return location.assign(url)
      const credential = await (action === 'register'
        ? navigator.credentials.create({ publicKey })
        : navigator.credentials.get({ publicKey }))
      await send(form, action, site, credential)
    } catch (error) {
      fail(box, error)
    }
  }

  const offer = async () => {
    const box = boxes.find((each) => 'conditional' in each.dataset)
    const available = window.PublicKeyCredential.isConditionalMediationAvailable
    if (!box || !available || !(await available.call(window.PublicKeyCredential)) || busy) return
    if (waiting) waiting.abort()
    const { signal } = (waiting = new AbortController())
    const form = box.querySelector('form')
    let options, chosen
    try {
      const csrfToken = new FormData(form).get('csrfToken')
      options = await fetchOptions(box, 'authenticate', { csrfToken })
      const { publicKey } = options
      if (!publicKey || signal.aborted) return
      chosen = await navigator.credentials.get({ publicKey, mediation: 'conditional', signal })
    } catch {
      // The user has not chosen a passkey, so no error is shown. The user can still press the button.
      return
    }
    if (busy) return
    begin(box)
    try {
      await send(form, 'authenticate', options.site, chosen)
    } catch (error) {
      fail(box, error)
    }
  }

  document.querySelector('[data-no-passkeys]').remove()
  for (const box of boxes) {
    const form = box.querySelector('form')
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const { value } = event.submitter || form.querySelector('button')
      perform(box, form, value)
    })
    box.hidden = false
  }
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) release()
    offer()
  })
  setInterval(offer, 600000)
})()
`
