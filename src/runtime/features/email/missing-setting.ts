import type { ChecksSettings } from '../../../providers/kinds/email.js'
import type { Provider } from '../../../providers/kinds/provider.js'

/** The setting that a mail provider lacks, such as the key of its service. `undefined` if there is none. */
export function missingSetting(provider: Provider): string | undefined {
  if (provider.type !== 'email') return undefined
  return (provider as ChecksSettings)['~missing']?.(provider)
}
