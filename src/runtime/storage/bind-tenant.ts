import type { Provider } from '../../providers/kinds/provider.js'
import type { Store } from '../../stores/contract.js'

/*
 * A tenant is bound in three places, and everything else follows from them: in the secrets, from which every seal, MAC and hash is made;
 * in the keys of the store; and in what the adapter is asked for (`account-keys.ts`, `session-key.ts`).
 */

/** The secrets of one tenant. None of them is the secret of another tenant, or of a configuration without tenants. */
export function tenantSecrets(secrets: readonly string[], tenant: string | undefined): readonly string[] {
  return tenant === undefined
    ? secrets
    : secrets.map((secret) => JSON.stringify(['authwright tenant', tenant, secret]))
}

/**
 * A provider as it is for one tenant: a secret of its own is the tenant's too, and an e-mail address links no account, because the
 * provider of one tenant would sign in users of another.
 */
export function tenantProvider(provider: Provider, tenant: string | undefined): Provider {
  if (tenant === undefined) return provider
  if (provider.type === 'email') {
    const [secret] = provider.secret === undefined ? [] : tenantSecrets([provider.secret], tenant)
    return { ...provider, secret }
  }
  if (provider.type !== 'oauth' && provider.type !== 'oidc') return provider
  return { ...provider, allowDangerousEmailAccountLinking: false }
}

/** A store that holds what one tenant does apart. What a key is for stays at its beginning. */
export function tenantStore(store: Store, tenant: string | undefined): Store {
  if (tenant === undefined) return store
  // No encoded id has a slash, and no key without a tenant has one.
  const own = `:${encodeURIComponent(tenant)}/`
  const keyOf = (key: string): string => key.replace(':', () => own)
  return {
    ...(store.scope && { scope: store.scope }),
    get: (key) => store.get(keyOf(key)),
    set: (key, value, ttl) => store.set(keyOf(key), value, ttl),
    consume: (key) => store.consume(keyOf(key)),
    increment: (key, window, by) => store.increment(keyOf(key), window, by),
    compareAndSet: (key, expected, value, ttl) => store.compareAndSet(keyOf(key), expected, value, ttl),
  }
}
