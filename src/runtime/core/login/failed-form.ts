import type { CredentialFields } from '../../../providers/kinds/credentials.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../base/clock.js'
import { isObjectOf, isRecordOf, isString } from '../base/type-guards.js'
import { isSecretName } from '../config/redaction.js'
import { fitsIntoCookie } from '../http/cookie-value-size.js'
import { addCookies, type CookieExchange, clearChunked, clearCookie } from '../http/cookies.js'
import { openAll } from '../http/same-name-cookies.js'
import type { Site } from '../object-lifetimes.js'
import { inputAttributes } from './input-attributes.js'

export interface FailedForm {
  readonly providerId: string
  readonly typed: Readonly<Record<string, string>>
}

const isFailedForm = isObjectOf<FailedForm>({
  providerId: isString,
  typed: isRecordOf(isString),
})

export interface FailedFormCookie {
  /** Stores the input of a refused form. Deletes the previous cookie if there is no space for a new one. */
  keep(form: FailedForm, exchange: CookieExchange): Promise<void>
  take(exchange: CookieExchange): Promise<FailedForm | undefined>
}

/** Needed for one redirect only. */
const MAX_AGE_SECONDS = 60

/** The redirect may lead to a server whose clock is ahead. */
const VALID_SECONDS = MAX_AGE_SECONDS + SERVER_CLOCK_TOLERANCE_SECONDS

/** Maximum length of all input together. Longer input is not restored. */
const MAX_TYPED_LENGTH = 1_000

export function siteFailedForm({ cookies, app }: Site): FailedFormCookie {
  const { name, options } = cookies.failedForm
  const sealer = app.sealer({ purpose: 'failed form', audience: name })

  return {
    async keep({ providerId, typed }, exchange) {
      const isShort = Object.values(typed).join('').length <= MAX_TYPED_LENGTH
      const whole = await sealer.seal({ providerId, typed: isShort ? typed : {} }, VALID_SECONDS)
      // Checked again, because JSON and base64url can turn one character of input into eight.
      const fits = fitsIntoCookie(name, cookies.failedForm, cookies, exchange)
      const value = fits(whole.length) ? whole : await sealer.seal({ providerId, typed: {} }, VALID_SECONDS)
      const written = [{ name, value, options: { ...options, maxAge: MAX_AGE_SECONDS } }]
      addCookies(exchange, fits(value.length) ? written : clearChunked(cookies.failedForm, exchange.cookies))
    },

    async take(exchange) {
      if (!exchange.cookies.has(name)) return undefined
      addCookies(exchange, [clearCookie(name, options)])
      return (await openAll(name, exchange.cookies, sealer)).find((opened) => isFailedForm(opened))
    },
  }
}

const shownAgain: ReadonlySet<string> = new Set(['email', 'search', 'tel', 'text', 'url'])

/** Values of `autocomplete` for secret fields. Other tokens may precede them, as in `billing cc-number`. */
const secret = /password|one-time-code|\bcc-/i

/** Returns only values of visible fields that are not secret. */
export function typedFields(
  fields: CredentialFields,
  sent: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const typed = Object.entries(fields).flatMap(([name, field]): [string, string][] => {
    const { type, autocomplete } = inputAttributes(name, field)
    const value = sent[name]
    if (isSecretName(name) || secret.test(String(autocomplete))) return []
    // Browsers leave out a checkbox that is not ticked.
    if (type === 'checkbox') return [[name, typeof value === 'string' ? value : '']]
    if (!shownAgain.has(String(type))) return []
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  return Object.fromEntries(typed)
}
