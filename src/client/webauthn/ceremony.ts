import type { RegisteredProviderId } from '../../builder/registered-types.js'
import type { navigate } from '../request.js'
import type { broadcast } from '../session-change.js'
import type { withLock } from '../session-lock.js'

/** Options of a passkey sign-in. */
export interface PasskeyOptions {
  /** `'authenticate'` uses a passkey, `'register'` creates one. Default: `'authenticate'`. */
  readonly action?: 'authenticate' | 'register' | undefined
  /**
   * Offers passkeys by autofill in form fields whose `autocomplete` ends with `webauthn`. Another call cancels the offer. Default: `false`.
   */
  readonly conditional?: boolean | undefined
  /** The e-mail address of a new user. At a sign-in, only `webauthn()` uses it. */
  readonly email?: string | undefined
  /** The name of a new user. */
  readonly name?: string | undefined
  /** Data for callbacks and events of this sign-in, as declared with `.flow({ data })`. */
  readonly state?: unknown
  /** With `.session({ remember: true })`, whether the session cookie is kept when the browser is closed. Default: `false`. */
  readonly remember?: boolean | undefined
  /** Path to redirect to afterwards. Default: the `callbackUrl` in the URL of the page, or the current page. */
  readonly redirectTo?: string | undefined
  /** Whether to load the page of `redirectTo`. Default: `true`. */
  readonly redirect?: boolean | undefined
  /**
   * Path of the handler. Default of `signIn`: `/auth`. Default of `signInWithPasskey`: the `basePath` of the page's session, or the default
   * of the framework.
   */
  readonly basePath?: `/${string}` | undefined
}

/** Result of a passkey sign-in. */
export type PasskeyResult =
  | { readonly ok: true; readonly url: string }
  /** `error` is a `type` of `authwright/errors`, `'Configuration'` or `'Unavailable'`. `url` is a page that explains the error. */
  | { readonly ok: false; readonly error: string; readonly url: string | undefined }

export async function runCeremony(
  provider: RegisteredProviderId,
  options: PasskeyOptions,
  lock: typeof withLock,
): Promise<PasskeyResult> {
  const { action = 'authenticate', email, name } = options
  const basePath = baseOf(options)
  const returnUrl = new URLSearchParams(location.search).get('callbackUrl') ?? location.href
  const { conditional = false, redirectTo = returnUrl } = options
  const state = options.state === undefined ? undefined : JSON.stringify(options.state)
  const remember = options.remember ? 'on' : undefined
  // A user who must sign in again before adding a passkey returns to this page.
  const callbackUrl = action === 'register' ? location.href : undefined
  const route = `${basePath}/webauthn-options/${provider}`
  const requested = await post(route, basePath, { action, email, name, state, callbackUrl })
  if (!requested.options) return refused(requested)
  const credential = await callAuthenticator(action, requested.options, conditional)
  const fields = { action, data: JSON.stringify(credential), remember, callbackUrl: redirectTo }
  const verified = await lock(basePath, 'exclusive', () =>
    post(`${basePath}/callback/${provider}`, basePath, fields),
  )
  // The redirect target may have a parameter `error` that is not an error of this ceremony.
  const target = URL.canParse(redirectTo, location.href) ? new URL(redirectTo, location.href).href : undefined
  const { url, failed } = verified
  if (url && !failed && (url === target || !errorIn(url))) return { ok: true, url }
  await forgetUnknown(action, url, requested.options, credential)
  return refused(verified)
}

function baseOf({ basePath = '/auth' }: PasskeyOptions): string {
  return basePath.replace(/\/+$/, '')
}

function refused({ url, error }: { url?: string; error?: string }): PasskeyResult {
  return { ok: false, error: (url && errorIn(url)) ?? error ?? 'InvalidRequest', url }
}

function errorIn(url: string): string | undefined {
  return new URL(url, location.href).searchParams.get('error') ?? undefined
}

/** Receives functions that the page has already loaded, so that this module does not load them again. */
export async function signInOnPage(
  notify: typeof broadcast,
  load: typeof navigate,
  lock: typeof withLock,
  basePath: `/${string}`,
  provider: RegisteredProviderId,
  options?: PasskeyOptions,
): Promise<PasskeyResult> {
  const allOptions = { ...options, basePath: options?.basePath ?? basePath }
  const result = await runCeremony(provider, allOptions, lock)
  if (!result.ok) return result
  const leaving = allOptions.redirect !== false
  await notify(baseOf(allOptions), { leaving })
  if (leaving) load(result.url)
  return result
}

async function callAuthenticator(
  action: 'authenticate' | 'register',
  options: object,
  conditional: boolean,
): Promise<{ readonly id: string }> {
  const { startAuthentication, startRegistration } = await loadLibrary()
  if (action === 'register') return startRegistration({ optionsJSON: options as never })
  return startAuthentication({ optionsJSON: options as never, useBrowserAutofill: conditional })
}

// Bundlers treat an import as optional only if it is inside a `try` block.
async function loadLibrary(): Promise<
  Pick<typeof import('@simplewebauthn/browser'), 'startAuthentication' | 'startRegistration'>
> {
  try {
    return await import('@simplewebauthn/browser')
  } catch (cause) {
    // If the package is missing, the error contains its name. If a bundler's chunk cannot be loaded, the error contains a URL.
    if (!/(?<!\/)@simplewebauthn\/browser/.test(String(cause))) throw cause
    throw new Error('Passkeys need a package. Run "npm install @simplewebauthn/browser".', { cause })
  }
}

interface CeremonyResponse {
  readonly options?: object
  readonly url?: string
  readonly error?: string
  readonly failed: boolean
}

async function post(
  route: string,
  basePath: string,
  fields: Readonly<Record<string, string | undefined>>,
): Promise<CeremonyResponse> {
  const unavailable = { error: 'Unavailable', failed: true }
  const token = await requestJson(`${basePath}/csrf`, {})
  // The server has no route for CSRF tokens if it does not check them.
  if (!token || (!token.ok && token.status !== 404)) return unavailable
  const { csrfToken } = token.ok ? (Object(token.body) as { csrfToken?: string }) : {}
  const sent = Object.entries({ csrfToken, ...fields }).filter(([, value]) => value !== undefined)
  const body = new URLSearchParams(sent as [string, string][])
  const response = await requestJson(route, { method: 'POST', body })
  if (!response?.body || response.status === 503) return unavailable
  const { result, ...content } = response.body as CeremonyResponse & { result?: object }
  return { ...content, failed: !response.ok || (result !== undefined && 'failed' in result) }
}

/**
 * Returns `undefined` if the server did not respond. `body` is `undefined` if the response is not JSON, for example that
 * of a proxy.
 */
async function requestJson(
  url: string,
  init: RequestInit,
): Promise<{ readonly ok: boolean; readonly status: number; readonly body: unknown } | undefined> {
  const headers = { accept: 'application/json', 'x-auth-return-redirect': '1' }
  const response = await fetch(url, { ...init, headers }).catch(() => undefined)
  if (!response) return undefined
  const body: unknown = await response.json().catch(() => undefined)
  return { ok: response.ok, status: response.status, body }
}

interface CeremonyOptions {
  readonly rpId?: string
  readonly rp?: { readonly id?: string }
}

/**
 * Tells the browser to delete a passkey that the server does not have, for example because the sign-up was rejected.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-signalUnknownCredential
 */
async function forgetUnknown(
  action: 'authenticate' | 'register',
  url: string | undefined,
  { rpId, rp }: CeremonyOptions,
  { id: credentialId }: { readonly id?: string },
): Promise<void> {
  // If the server did not respond, it may have stored the passkey.
  if (url === undefined) return
  const { searchParams } = new URL(url, location.href)
  const error = searchParams.get('error')
  // `Configuration` means that the server failed. It may have stored the passkey.
  const isUnknown =
    action === 'register'
      ? error !== null && error !== 'Configuration'
      : searchParams.get('code') === 'unknown_credential'
  const site = rpId ?? rp?.id
  if (!isUnknown || site === undefined || credentialId === undefined) return
  const { signalUnknownCredential } = PublicKeyCredential as Partial<Signals>
  await signalUnknownCredential
    ?.call(PublicKeyCredential, { rpId: site, credentialId })
    .catch(() => undefined)
}

interface Signals {
  signalUnknownCredential(options: { rpId: string; credentialId: string }): Promise<void>
}
