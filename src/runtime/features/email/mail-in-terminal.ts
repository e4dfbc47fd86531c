import type { ChecksSettings } from '../../../providers/kinds/email.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import type { App, Host } from '../../core/object-lifetimes.js'

/*
 * In development, mails are printed in the terminal if a setting of the provider is missing. Otherwise a missing
 * setting is an error.
 */

/** Returns why mails are printed in the terminal, or `undefined` if they are not. */
export function reasonToPrint(provider: Provider, { host }: Pick<App, 'host'>): string | undefined {
  return host.isDevelopment() ? missingSetting(provider) : undefined
}

/** Returns why no mail can be sent, or `undefined` if mails are sent or printed in the terminal. */
export function reasonToFail(
  provider: Provider,
  { host }: { readonly host: Pick<Host, 'isDevelopment'> },
): string | undefined {
  return host.isDevelopment() ? undefined : missingSetting(provider)
}

function missingSetting(provider: Provider): string | undefined {
  if (provider.type !== 'email') return undefined
  return (provider as ChecksSettings)['~missing']?.(provider)
}

export function printMail(reason: string, address: string, text: string, { warnOnce }: App): void {
  warnOnce('mail-in-terminal', `${reason} Until then, mails are printed here.`)
  console.log(`\nMail to ${address}:\n\n${text}\n`)
}
