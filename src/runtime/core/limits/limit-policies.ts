import type { LimitsOptions } from '../../../options/auth-options.js'

/*
 * The values of the rate limits. attempts.ts selects the limits of a sign-in attempt,
 * features/email/mail-limits.ts those of a mail, and features/passwords/lookup-limit.ts those of a password
 * lookup.
 */

/** The name of a limit, as headers and logs show it. */
export type LimitName = keyof LimitsOptions

/** A limit in effect. */
export interface LimitPolicy {
  readonly name: LimitName
  readonly max: number
  /** Seconds. */
  readonly window: number
}

/** The limits in effect, by name. */
export type LimitPolicies = Readonly<Partial<Record<LimitName, LimitPolicy>>>

/** The default limits. */
const defaults: Required<{ [Name in LimitName]: Omit<LimitPolicy, 'name'> }> = {
  addressAndAccount: { max: 10, window: 900 },
  address: { max: 100, window: 900 },
  account: { max: 50, window: 3_600 },
  global: { max: 1_000, window: 60 },
  browser: { max: 10, window: 900 },
  browsers: { max: 50, window: 3_600 },
  mailsPerRecipient: { max: 5, window: 900 },
  mailsPerClient: { max: 50, window: 900 },
  mailsInTotal: { max: 1_000, window: 900 },
  logoutTokens: { max: 1_000, window: 900 },
  passwordLookups: { max: 100, window: 900 },
}

/** Determines the limits in effect, once per configuration. */
export function limitPolicies(options: LimitsOptions): LimitPolicies {
  const names = Object.keys(defaults) as LimitName[]
  return Object.fromEntries(
    names.flatMap((name) => {
      const limit = options[name] ?? defaults[name]
      return limit === false ? [] : [[name, { ...limit, name }]]
    }),
  )
}
