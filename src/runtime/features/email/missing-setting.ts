import type { ChecksSettings } from '../../../providers/kinds/email.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import type { App } from '../../core/lifetimes.js'

/**
 * The setting that a mail provider lacks, such as the key of its service. `undefined` if it has all settings.
 */
export function missingSetting(provider: Provider): string | undefined {
  if (provider.type !== 'email') return undefined
  return (provider as ChecksSettings)['~missing']?.(provider)
}

/**
 * Why mails of a provider are printed in the terminal. `undefined` if they are sent. In production, no mails
 * are printed.
 */
export function reasonToPrint(provider: Provider, { host }: Pick<App, 'host'>): string | undefined {
  return host.isDevelopment() ? missingSetting(provider) : undefined
}
