import * as v from 'valibot'
import type { Sealer } from '../crypto/sealer.js'
import type { NamedCookie } from '../http/cookie-policy.js'
import { type CookieExchange, clearCookie, setCookies } from '../http/cookies.js'
import type { FailedForm } from './failed-form.js'

const FailedFormSchema: v.GenericSchema<FailedForm> = v.object({
  providerId: v.string(),
  typed: v.record(v.string(), v.string()),
})

/** Carries what was typed into a form that failed to the page that shows the form again. */
export interface FailedFormCookie {
  keep(form: FailedForm, exchange: CookieExchange): Promise<void>
  /** The form that failed last, once. */
  take(exchange: CookieExchange): Promise<FailedForm | undefined>
}

/** Seconds between a form that failed and the page that shows it again: one redirect. */
const MAX_AGE = 60

/** Characters that may have been typed in all; more is typed again. */
const MAX_TYPED = 1_000

export function failedFormCookie({ name, options }: NamedCookie, sealer: Sealer): FailedFormCookie {
  return {
    async keep({ providerId, typed }, exchange) {
      const fits = Object.values(typed).join('').length <= MAX_TYPED
      const value = await sealer.seal({ providerId, typed: fits ? typed : {} }, MAX_AGE)
      setCookies(exchange, [{ name, value, options: { ...options, maxAge: MAX_AGE } }])
    },

    async take(exchange) {
      const value = exchange.cookies.get(name)
      if (value === undefined) return undefined
      setCookies(exchange, [clearCookie(name, options)])
      const opened = await sealer.open(value)
      return v.is(FailedFormSchema, opened) ? opened : undefined
    },
  }
}
