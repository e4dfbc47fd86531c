import type { AuthOptions, LimitsOptions, LoggerInstance } from '../../../options/auth-options.js'
import type { WarnOnce } from '../config/logger.js'
import { macTag } from '../crypto/mac.js'
import type { App } from '../object-lifetimes.js'
import { tenantKey } from '../storage/tenants.js'
import type { CounterParts } from './counter.js'

export interface LimitParts extends CounterParts {
  /** Keys do not reveal their input. */
  readonly keys: LimitKeys
  readonly logger: LoggerInstance
  readonly warnOnce: WarnOnce
  readonly isProduction: boolean
  readonly limits: LimitsOptions
  readonly clientAddress: AuthOptions['clientAddress']
  readonly header: string | undefined
  readonly behindProxy: boolean
}

/** With `ofTenant`, a client has the full limit at each tenant. */
export interface LimitKeys {
  ofTenant(name: string, text: string): Promise<string>
  ofAll(name: string, text: string): Promise<string>
}

/** Counts of different purposes are separate. */
export function limitParts(app: App, purpose: string): LimitParts {
  const { clock, commonStore, logger, environment, trustHost, warnOnce, tenant } = app
  const { options } = app.spec
  const [mac, commonMac] = [app.mac(purpose), app.commonMac(purpose)]
  return {
    clock,
    store: commonStore,
    keys: {
      ofTenant: async (name, text) => tenantKey(`${name}:${await macTag(mac, text)}`, tenant),
      ofAll: async (name, text) => `${name}:${await macTag(commonMac, text)}`,
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
