import type { CredentialFields } from '../../../providers/kinds/credentials.js'
import { isObjectOf, isRecordOf, isString } from '../base/type-guards.js'
import { isSecretName } from '../config/redaction.js'
import { roomForCookie } from '../http/cookie-budget.js'
import { openAll } from '../http/cookie-values.js'
import { addCookies, type CookieExchange, clearCookie } from '../http/cookies.js'
import type { Site } from '../lifetimes.js'
import { inputAttributes } from './input-attributes.js'

/** A form of the sign-in page that was sent and refused. */
export interface FailedForm {
  readonly providerId: string
  /** What was typed into it, by the names of its fields. */
  readonly typed: Readonly<Record<string, string>>
}

const isFailedForm = isObjectOf<FailedForm>({
  providerId: isString,
  typed: isRecordOf(isString),
})

/** Carries what was typed into a form that failed to the page that shows the form again. */
export interface FailedFormCookie {
  keep(form: FailedForm, exchange: CookieExchange): Promise<void>
  /** The form that failed last, once. */
  take(exchange: CookieExchange): Promise<FailedForm | undefined>
}

/** Seconds between a form that failed and the page that shows it again: one redirect. */
const MAX_AGE_SECONDS = 60

/** Characters that may have been typed in all; more is typed again. */
const MAX_TYPED = 1_000

/** The longest value of the cookie, in characters: name and attributes need the rest of 4,096 bytes. */
const MAX_VALUE = 3_800

/** The cookie of a refused form at a site. */
export function siteFailedForm({ cookies, app }: Site): FailedFormCookie {
  const { name, options } = cookies.failedForm
  const sealer = app.sealer({ purpose: 'failed form', audience: name })

  return {
    async keep({ providerId, typed }, exchange) {
      const fits = Object.values(typed).join('').length <= MAX_TYPED
      const whole = await sealer.seal({ providerId, typed: fits ? typed : {} }, MAX_AGE_SECONDS)
      // Sealed, a character takes up to eight.
      const max = Math.min(MAX_VALUE, roomForCookie(exchange, cookies) - name.length)
      const value =
        whole.length <= max ? whole : await sealer.seal({ providerId, typed: {} }, MAX_AGE_SECONDS)
      if (value.length > max) return
      addCookies(exchange, [{ name, value, options: { ...options, maxAge: MAX_AGE_SECONDS } }])
    },

    async take(exchange) {
      if (!exchange.cookies.has(name)) return undefined
      addCookies(exchange, [clearCookie(name, options)])
      return (await openAll(name, exchange.cookies, sealer)).find((opened) => isFailedForm(opened))
    },
  }
}

const shownAgain: ReadonlySet<string> = new Set(['email', 'search', 'tel', 'text', 'url'])

const secret = /password|one-time-code|^cc-/

/** What a form sent in the fields that may be shown again: texts in the clear, none of them a secret. */
export function typedFields(
  fields: CredentialFields,
  sent: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const typed = Object.entries(fields).flatMap(([name, field]): [string, string][] => {
    const { type, autocomplete } = inputAttributes(name, field)
    const value = sent[name]
    const isSecret = isSecretName(name) || secret.test(String(autocomplete))
    if (isSecret || !shownAgain.has(String(type))) return []
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  return Object.fromEntries(typed)
}
