import { macTag } from '../crypto/mac.js'
import type { App } from '../object-lifetimes.js'
import { tenantKey } from '../storage/tenants.js'

/**
 * Creates keys of counts. Keys do not reveal their input. With `ofTenant`, a client has the full limit at
 * each tenant.
 */
export interface LimitKeys {
  ofTenant(name: string, text: string): Promise<string>
  ofAll(name: string, text: string): Promise<string>
}

export function limitKeys(app: App, purpose: string): LimitKeys {
  const { tenant } = app
  const [mac, commonMac] = [app.mac(purpose), app.commonMac(purpose)]
  return {
    ofTenant: async (name, text) => tenantKey(`${name}:${await macTag(mac, text)}`, tenant),
    ofAll: async (name, text) => `${name}:${await macTag(commonMac, text)}`,
  }
}
