import { callsOf, mayHaveOption, optionOf, textOf } from '../edit/chain.js'
import { localName } from '../edit/module.js'
import { configuredMail } from '../mail.js'
import { pagePath } from '../package-files.js'
import type { Check } from './check.js'

/**
 * A sign-in by e-mail must be able to remove a password that an attacker set before the owner of the e-mail
 * address signed in.
 */
export const removableCredentials: Check = ({ source }) => {
  if (source === undefined) return []
  const { module, configuration } = source
  const name = localName(module, 'credentials', (from) => from === 'authwright/providers/credentials')
  if (name === undefined || configuredMail(module, configuration).length === 0) return []
  return callsOf(configuration, name)
    .filter((call) => !mayHaveOption(call, 'removeCredentials'))
    .map((call) => ({
      check: textOf(optionOf(call, 'id')) ?? 'credentials',
      status: 'warning',
      message:
        'credentials() has no removeCredentials: a sign-in by e-mail fails for users with an unverified e-mail address.',
      fix: `Add removeCredentials, or removeCredentials: false if the provider has no passwords: see ${pagePath('email.md')}.`,
    }))
}
