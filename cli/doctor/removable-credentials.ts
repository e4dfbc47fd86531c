import { calls } from '../edit/chain.js'
import { localName } from '../edit/module.js'
import { mailModule, mailProviders } from '../mail.js'
import { pagePath } from '../package-files.js'
import type { Check } from './check.js'

/**
 * Checks that a sign-in by e-mail can remove a password that another person has set before. Finds
 * `credentials()` only in the module of the configuration.
 */
export const removableCredentials: Check = ({ source }) => {
  if (source === undefined) return []
  const { module, configuration } = source
  const name = localName(module, 'credentials', (from) => from === 'authwright/providers/credentials')
  if (name === undefined || !calls(configuration, name) || module.text.includes('removeCredentials'))
    return []
  const sendsMail = [...mailProviders, 'email', 'loops'].some((id) => {
    const factory = localName(module, id, (from) => from === mailModule(id))
    return factory !== undefined && calls(configuration, factory)
  })
  if (!sendsMail) return []
  return [
    {
      check: 'credentials',
      status: 'warning',
      message:
        'credentials() has no removeCredentials: a sign-in by e-mail fails for users with an unverified e-mail address.',
      fix: `Add removeCredentials, or removeCredentials: false if the provider has no passwords: see ${pagePath('email.md')}.`,
    },
  ]
}
