import type { AuthSpec } from '../../builder/spec.js'
import { MissingSecret } from '../../errors.js'
import type { Provider } from '../../providers/kinds/provider.js'
import type { Clock } from '../base/clock.js'
import { requireSecrets } from '../crypto/keys.js'
import type { Environment } from './environment.js'

/** What the configuration and the environment say. */
export interface Settings {
  readonly spec: AuthSpec
  /** By id; each with what the environment says of it. */
  readonly providers: ReadonlyMap<string, Provider>
  /** The first seals and signs; each opens and verifies. */
  readonly secrets: readonly string[]
  readonly clock: Clock
}

/** The option `secret`, or the secrets of the environment. Throws `MissingSecret` when there is none. */
export function configuredSecrets(
  option: string | readonly string[] | undefined,
  { secrets, isEmpty }: Environment,
): readonly string[] {
  if (option === undefined && secrets.length === 0 && isEmpty()) throw new MissingSecret(NO_VARIABLES)
  return requireSecrets(option === undefined ? secrets : [option].flat())
}

const NO_VARIABLES =
  'There is no `secret`, and no environment variable at all. On Cloudflare Workers, set the compatibility flag nodejs_compat, and a compatibility date from 2025-04-01 on.'
