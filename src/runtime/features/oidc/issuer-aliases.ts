import { isSameIssuer, type ReadyOAuthProvider } from '../oauth/provider.js'

export function isConfiguredIssuer(
  { issuer, issuerAliases = [] }: ReadyOAuthProvider,
  name: unknown,
): name is string {
  const names = [issuer, ...issuerAliases].map(String)
  return typeof name === 'string' && names.some((each) => isSameIssuer(name, each))
}

/** Replaces an alias by the configured issuer, so that both lead to the same accounts and sessions. */
export function canonicalIssuer(provider: ReadyOAuthProvider, name: unknown): string {
  return String(isConfiguredIssuer(provider, name) ? provider.issuer : name)
}
