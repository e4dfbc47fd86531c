import { sha256 } from '#sha256'
import type { TenantSpec } from '../../../builder/spec.js'
import { AuthError } from '../../../errors.js'
import type { Awaitable } from '../../../model/awaitable.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import type { Store } from '../../../stores/contract.js'
import { DIGEST_LENGTH } from './account-keys.js'

/**
 * The tenant of a request.
 *
 * @throws AuthError if there is no request to read it from, or `.tenant()` returned no id.
 */
export async function tenantOf(
  tenant: Exclude<TenantSpec, false>,
  request: Request | undefined,
): Promise<string> {
  if (!request) {
    throw new AuthError('The tenant is read from the request, and this call has none. Pass `{ request }`.')
  }
  return requireId(await tenant(request))
}

/** Anything else would be one tenant for all: a missing header, a user that is not found. */
function requireId(id: unknown): string {
  if (typeof id === 'string' && /^[!-~]{1,128}$/.test(id)) return id
  throw new AuthError(
    '`.tenant()` must return the id of a tenant: 1 to 128 visible ASCII characters. Throw an error for a request that has none.',
  )
}

/*
 * A tenant is bound in three places, and everything else follows from them: in the secrets, from which every seal, MAC and hash is made;
 * in the keys of the store; and in the keys that the adapter receives: of accounts (`account-keys.ts`) and of sessions (`sessionKey`).
 */

/** The secrets of one tenant. None of them is the secret of another tenant, or of a configuration without tenants. */
export function tenantSecrets(secrets: readonly string[], tenant: string | undefined): readonly string[] {
  return tenant === undefined
    ? secrets
    : secrets.map((secret) => JSON.stringify(['authwright tenant', tenant, secret]))
}

/** A provider for one tenant: where it has a separate secret for its mails, that is the tenant's, too. */
export function tenantProvider(provider: Provider, tenant: string | undefined): Provider {
  if (provider.type !== 'email' || provider.secret === undefined) return provider
  const [secret] = tenantSecrets([provider.secret], tenant)
  return { ...provider, secret }
}

/** The key of a tenant's entry, where all tenants share a store. A key still begins with its purpose. */
export function tenantKey(key: string, tenant: string | undefined): string {
  if (tenant === undefined) return key
  // No encoded id has a slash, and no key without a tenant has one.
  return key.replace(':', () => `:${encodeURIComponent(tenant)}/`)
}

/** A store that keeps the entries of a tenant separate. */
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

/** What the stored token of a session with a tenant begins with. No browser presents one. */
const MARK = 'tenant:'

/**
 * Makes of the token in a browser's cookie the token that the database knows, or `undefined` of one that no session has. A session of
 * one tenant is so found by no other, and by no configuration without tenants.
 */
export type SessionKey = (token: string) => Awaitable<string | undefined>

export function sessionKey(tenant: string | undefined): SessionKey {
  if (tenant === undefined) return (token) => (token.startsWith(MARK) ? undefined : token)
  let tag: Awaitable<string> | undefined
  return async (token) => {
    tag ??= sha256(JSON.stringify(['session', tenant]))
    return `${MARK}${(await tag).slice(0, DIGEST_LENGTH)}:${token}`
  }
}
