import type { FactsStorage } from '../../../adapters/contract.js'
import type { App, SiteParts } from '../../core/object-lifetimes.js'
import { sessionPolicy } from '../../core/sessions/session-lifetime.js'
import type { SessionStrategy } from '../../core/sessions/session-strategy.js'
import { sessionKey } from '../../core/storage/tenants.js'
import { databaseSessions } from './database-sessions.js'

export function openDatabaseSessions(site: SiteParts): SessionStrategy | undefined {
  const { adapter, callbacks, emit, clock, logger, spec, tenant, endedProviderSessions } = site.app
  if (adapter) warnOfPasswords(site.app)
  if (!adapter || spec.session.strategy !== 'database') return undefined
  const { generateSessionToken } = spec.session
  return databaseSessions({
    adapter,
    cookie: site.cookies.sessionToken,
    callbacks,
    emit,
    policy: sessionPolicy(spec),
    generateSessionToken,
    sessionKey: sessionKey(tenant),
    storesMetadata: (spec.adapter as FactsStorage | undefined)?.sessionFacts === true,
    rules: site.rules,
    // Needed even without back-channel logout: sessions that an earlier configuration has ended must stay
    // ended.
    endedProviderSessions,
    logger,
    clock,
  })
}

function warnOfPasswords({ spec: { providers }, warnOnce }: Pick<App, 'spec' | 'warnOnce'>): void {
  if (!providers.some(({ type }) => type === 'email')) return
  const lacking = providers.find(
    (provider) => provider.type === 'credentials' && provider.removeCredentials === undefined,
  )
  if (!lacking) return
  warnOnce(
    'credentials-not-removable',
    `The provider '${lacking.id}' has no \`removeCredentials\`: a sign-in by e-mail fails for a user with an unverified e-mail address, because an attacker may have set a password for it. Add \`removeCredentials\` to the provider, or \`removeCredentials: false\` if it has no passwords.`,
  )
}
