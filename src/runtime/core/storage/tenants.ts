import type { TenantSpec } from '../../../builder/auth-spec.js'
import { AuthError } from '../../../errors.js'
import type { Awaitable } from '../../../model/awaitable.js'
import { lazily } from '../../../model/lazily.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import type { Store } from '../../../stores/contract.js'
import { redactErrors } from '../config/logger.js'
import { shortHash } from '../crypto/short-hash.js'

export async function tenantOf(
  tenant: Exclude<TenantSpec, false>,
  request: Request | undefined,
): Promise<string> {
  if (!request) {
    throw new AuthError(
      'The tenant depends on the request, but this call was made without one. Pass `{ request }`.',
    )
  }
  const id = await redactErrors(
    () => tenant(request),
    () => [request],
  )
  return requireId(id)
}

/**
 * Throws if the id of a tenant is missing or invalid. Otherwise all requests without the tenant's header
 * would share one tenant.
 */
function requireId(id: unknown): string {
  if (typeof id === 'string' && /^[!-~]{1,128}$/.test(id)) return id
  throw new AuthError(
    '`.tenant()` must return the id of a tenant: 1 to 128 visible ASCII characters. Throw an error for a request that has none.',
  )
}

/*
 * Tenants are separated by their secrets, by the keys of store entries, and by values that the adapter receives:
 * the names of accounts (`account-names.ts`), session tokens (`sessionKey`), and the tenant of a password.
 */

export function tenantSecrets(secrets: readonly string[], tenant: string | undefined): readonly string[] {
  return tenant === undefined
    ? secrets
    : secrets.map((secret) => JSON.stringify(['authwright tenant', tenant, secret]))
}

export function tenantProvider(provider: Provider, tenant: string | undefined): Provider {
  if (provider.type !== 'email' || provider.secret === undefined) return provider
  const [secret] = tenantSecrets([provider.secret], tenant)
  return { ...provider, secret }
}

/** Inserts the tenant after the first colon, so that the key still begins with its purpose. */
export function tenantKey(key: string, tenant: string | undefined): string {
  if (tenant === undefined) return key
  const start = key.indexOf(':') + 1
  // An encoded id contains neither a slash nor a colon, so keys of different tenants always differ.
  return `${key.slice(0, start)}${encodeURIComponent(tenant)}/${key.slice(start)}`
}

export function tenantStore(store: Store, tenant: string | undefined): Store {
  if (tenant === undefined) return store
  const keyOf = (key: string): string => tenantKey(key, tenant)
  return {
    ...(store.scope && { scope: store.scope }),
    get: (key) => store.get(keyOf(key)),
    set: (key, value, ttl) => store.set(keyOf(key), value, ttl),
    consume: (key) => store.consume(keyOf(key)),
    increment: (key, window, by) => store.increment(keyOf(key), window, by),
    ...(store.incrementAll && {
      incrementAll: (limited) =>
        store.incrementAll?.(limited.map((each) => ({ ...each, key: keyOf(each.key) }))),
    }),
    compareAndSet: (key, expected, value, ttl) => store.compareAndSet(keyOf(key), expected, value, ttl),
  }
}

/** Prefix of a tenant's session tokens in the database. Tokens in cookies do not have it. */
const PREFIX = 'tenant:'

/**
 * Converts the token in a cookie to the token in the database, which contains a hash of the tenant. So no
 * other tenant or configuration finds a session of this tenant. `undefined` for a token that cannot belong to
 * a session.
 */
export type SessionKey = (token: string) => Awaitable<string | undefined>

export function sessionKey(tenant: string | undefined): SessionKey {
  if (tenant === undefined) return (token) => (token.startsWith(PREFIX) ? undefined : token)
  const tag = lazily(() => shortHash(JSON.stringify(['session', tenant])))
  return async (token) => `${PREFIX}${await tag()}:${token}`
}
