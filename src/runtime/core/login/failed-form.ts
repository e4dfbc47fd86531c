import type { CredentialFields } from '../../../providers/kinds/credentials.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../base/clock.js'
import { isObjectOf, isRecordOf, isString } from '../base/type-guards.js'
import { isSecretName } from '../config/redaction.js'
import { roomForCookie } from '../http/cookie-budget.js'
import { openAll } from '../http/cookie-values.js'
import { addCookies, type CookieExchange, clearChunked, clearCookie } from '../http/cookies.js'
import type { Site } from '../lifetimes.js'
import { inputAttributes } from './input-attributes.js'

/** A refused form of the sign-in page. */
export interface FailedForm {
  readonly providerId: string
  /** The input by field name. */
  readonly typed: Readonly<Record<string, string>>
}

const isFailedForm = isObjectOf<FailedForm>({
  providerId: isString,
  typed: isRecordOf(isString),
})

/** Keeps the input of a refused form for the page that shows the form again. */
export interface FailedFormCookie {
  /** Sets the cookie. If there is no space for it, the previous cookie is deleted. */
  keep(form: FailedForm, exchange: CookieExchange): Promise<void>
  /** Returns the last refused form, and deletes its cookie. */
  take(exchange: CookieExchange): Promise<FailedForm | undefined>
}

/** Seconds between a refused form and the page that shows it again: one redirect. */
const MAX_AGE_SECONDS = 60

/** Seconds for which the value is valid, even if the redirect leads to a server whose clock is ahead. */
const VALID_SECONDS = MAX_AGE_SECONDS + SERVER_CLOCK_TOLERANCE_SECONDS

/** Maximum number of characters of all input together. Longer input is not restored. */
const MAX_TYPED_LENGTH = 1_000

/**
 * Maximum length of the cookie's value, in characters. The name and the attributes need the rest of the 4,096
 * bytes of a cookie.
 */
const MAX_VALUE_LENGTH = 3_800

/** Creates the cookie for refused forms. */
export function siteFailedForm({ cookies, app }: Site): FailedFormCookie {
  const { name, options } = cookies.failedForm
  const sealer = app.sealer({ purpose: 'failed form', audience: name })

  return {
    async keep({ providerId, typed }, exchange) {
      const fits = Object.values(typed).join('').length <= MAX_TYPED_LENGTH
      const whole = await sealer.seal({ providerId, typed: fits ? typed : {} }, VALID_SECONDS)
      // JSON and base64url can turn one character of the input into eight characters of the cookie's value.
      // So the length of the value is checked, too.
      const max = Math.min(
        MAX_VALUE_LENGTH,
        roomForCookie(exchange, cookies, cookies.failedForm) - name.length,
      )
      const value = whole.length <= max ? whole : await sealer.seal({ providerId, typed: {} }, VALID_SECONDS)
      const written = [{ name, value, options: { ...options, maxAge: MAX_AGE_SECONDS } }]
      addCookies(exchange, value.length <= max ? written : clearChunked(cookies.failedForm, exchange.cookies))
    },

    async take(exchange) {
      if (!exchange.cookies.has(name)) return undefined
      addCookies(exchange, [clearCookie(name, options)])
      return (await openAll(name, exchange.cookies, sealer)).find((opened) => isFailedForm(opened))
    },
  }
}

/** Types of fields whose input may be shown again. */
const shownAgain: ReadonlySet<string> = new Set(['email', 'search', 'tel', 'text', 'url'])

/** Values of `autocomplete` for secret fields. Other tokens may precede these, as in `billing cc-number`. */
const secret = /password|one-time-code|\bcc-/i

/**
 * The input that may be shown again: values of visible fields that are not secret. A checkbox that is not
 * ticked has an empty value.
 */
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
