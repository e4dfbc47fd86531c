import type { AuthSpec } from '../../builder/spec.js'
import { hostTrust } from '../http/origin.js'
import type { Environment } from './environment.js'
import type { WarnOnce } from './logger.js'

/** The minimum length of a random secret that cannot be guessed, in characters. */
const ENOUGH = 32

/** Warns of what is seldom meant. A configuration without any of it does not load the sentences. */
export function warnOfConfiguration(
  { options, jwt }: AuthSpec,
  environment: Environment,
  secrets: readonly string[],
  warn: WarnOnce,
): void {
  const { debug, experimental, basePath } = options
  const all = [...secrets, ...[jwt.secret ?? []].flat()]
  const hasShortSecret = all.some(({ length }) => length < ENOUGH)
  const trustsAnyHost =
    environment.isProduction &&
    environment.url === undefined &&
    hostTrust(options.trustHost, environment) === true
  const isInMemory = options.store === undefined || options.store.scope === 'process'
  const several = isInMemory ? environment.severalProcesses() : undefined
  if (!(debug || experimental || basePath || hasShortSecret || trustsAnyHost || several)) return
  import('./warnings.js').then(
    ({ warnOfAnyHost, warnOfMemoryStore, warnOfOptions, warnOfShortSecret }) => {
      warnOfOptions(options, environment, warn)
      if (trustsAnyHost) warnOfAnyHost(warn)
      if (hasShortSecret) warnOfShortSecret(ENOUGH, warn)
      if (several) warnOfMemoryStore(several, warn)
    },
    // The first request that needs a missing module reports it.
    () => undefined,
  )
}
