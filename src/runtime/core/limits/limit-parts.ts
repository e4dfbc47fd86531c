import type { AuthOptions, LimitsOptions, LoggerInstance } from '../../../options/auth-options.js'
import type { WarnOnce } from '../config/logger.js'
import { macTag } from '../crypto/mac.js'
import type { App } from '../lifetimes.js'
import { tenantKey } from '../storage/tenants.js'
import type { CounterParts } from './counter.js'

/** What the rate limits of a configuration are made from. */
export interface LimitParts extends CounterParts {
  /** Makes keys of counts, which reveal nothing of the text. */
  readonly keys: LimitKeys
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

/**
 * Keys of counts. An account is one of a tenant. A client and a mailbox are the same at all tenants, and would otherwise have the attempts of a
 * limit at each.
 */
export interface LimitKeys {
  ofTenant(name: string, text: string): Promise<string>
  ofAll(name: string, text: string): Promise<string>
}

/**
 * What the rate limits of a configuration are made from.
 *
 * @param purpose - What is counted. Counts of one purpose are separate from those of another.
 */
export function limitParts(app: App, purpose: string): LimitParts {
  const { clock, commonStore, logger, environment, trustHost, warnOnce, tenant } = app
  const { options } = app.spec
  const [own, common] = [app.mac(purpose), app.commonMac(purpose)]
  return {
    clock,
    store: commonStore,
    keys: {
      ofTenant: async (name, text) => tenantKey(`${name}:${await macTag(own, text)}`, tenant),
      ofAll: async (name, text) => `${name}:${await macTag(common, text)}`,
    },
    logger,
    limits: options.limits ?? {},
    clientAddress: options.clientAddress,
    header: environment.clientAddressHeader,
    behindProxy: environment.url === undefined && (trustHost === true || typeof trustHost === 'object'),
    warnOnce,
    isProduction: environment.isProduction,
  }
}
