import type { ChecksSettings } from '../../../providers/kinds/email.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import type { App } from '../../core/object-lifetimes.js'

export function missingSetting(provider: Provider): string | undefined {
  if (provider.type !== 'email') return undefined
  return (provider as ChecksSettings)['~missing']?.(provider)
}

/** `undefined` if mails are sent, and not printed in the terminal. */
export function reasonToPrint(provider: Provider, { host }: Pick<App, 'host'>): string | undefined {
  return host.isDevelopment() ? missingSetting(provider) : undefined
}
