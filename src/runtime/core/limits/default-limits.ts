import type { LimitsOptions } from '../../../options/auth-options.js'

export type LimitName = keyof LimitsOptions

export interface LimitPolicy {
  readonly name: LimitName
  readonly max: number
  /** In seconds. */
  readonly window: number
}

/** A limit that is turned off is absent. */
export type LimitPolicies = Readonly<Partial<Record<LimitName, LimitPolicy>>>

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

export function limitPolicies(options: LimitsOptions | undefined): LimitPolicies {
  const names = Object.keys(defaults) as LimitName[]
  return Object.fromEntries(
    names.flatMap((name) => {
      const limit = options?.[name] ?? defaults[name]
      return limit === false ? [] : [[name, { ...limit, name }]]
    }),
  )
}
