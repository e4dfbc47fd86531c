import type { AuthOptions, LimitsOptions, LoggerInstance } from '../../../options/auth-options.js'
import type { WarnOnce } from '../config/logger.js'
import type { App } from '../lifetimes.js'
import type { CounterParts } from './counter.js'

/** What the rate limits of a configuration are made from. */
export interface LimitParts extends CounterParts {
  readonly logger: LoggerInstance
  readonly warnOnce: WarnOnce
  readonly isProduction: boolean
  readonly limits: LimitsOptions
  /** The option of that name. */
  readonly clientAddress: AuthOptions['clientAddress']
  /** The header in which the proxy passes the address, where the environment names one. */
  readonly header: string | undefined
  /** Whether forwarded headers are trusted for the host. */
  readonly behindProxy: boolean
}

/** What the rate limits of a configuration are made from. */
export function limitParts({
  clock,
  store,
  logger,
  spec: { options },
  environment,
  trustHost,
  warnOnce,
}: App): LimitParts {
  return {
    clock,
    store,
    logger,
    limits: options.limits ?? {},
    clientAddress: options.clientAddress,
    header: environment.clientAddressHeader,
    behindProxy: environment.url === undefined && (trustHost === true || typeof trustHost === 'object'),
    warnOnce,
    isProduction: environment.isProduction,
  }
}
