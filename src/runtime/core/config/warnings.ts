import type { AuthSpec } from '../../../builder/auth-spec.js'
import type { AuthOptions } from '../../../options/auth-options.js'
import type { HostTrust } from '../http/trusted-hosts.js'
import type { Environment } from './environment.js'
import type { WarnOnce } from './logger.js'
import { severalProcesses } from './several-processes.js'

export function warnOfConfiguration(
  { options, providers }: Pick<AuthSpec, 'options' | 'providers'>,
  environment: Environment,
  trustHost: HostTrust,
  warn: WarnOnce,
): void {
  const { isProduction, url, variables } = environment
  warnOfOptions(options, environment, warn)
  for (const each of providers) {
    if ('experimental' in each)
      warn('experimental-webauthn', `The provider '${each.id}' is experimental: its options may change.`)
  }
  if (!isProduction) return
  if (url === undefined && trustHost === true) warnOfAnyHost(warn)
  const isInMemory = options.store === undefined || options.store.scope === 'process'
  const variable = isInMemory ? severalProcesses(variables) : undefined
  if (variable) warnOfMemoryStore(variable, warn)
}

function warnOfOptions(
  { debug, basePath }: AuthOptions,
  { url, variables }: Environment,
  warn: WarnOnce,
): void {
  if (debug) {
    warn(
      'debug-enabled',
      'The option `debug` logs the results of sign-ins and every adapter call. Leave it out in production.',
    )
  }
  const path = url ? new URL(url).pathname.replace(/\/+$/, '') : ''
  if (!basePath || path === '') return
  const variable = variables['AUTH_URL'] ? 'AUTH_URL' : 'NEXTAUTH_URL'
  if (path === basePath.replace(/\/+$/, '')) {
    warn(
      'env-url-basepath-redundant',
      `${variable} and \`basePath\` name the same path: one of them is enough.`,
    )
  } else {
    warn(
      'env-url-basepath-mismatch',
      `\`basePath\` takes precedence, so the path of ${variable} is not used: remove this path from ${variable}.`,
    )
  }
}

function warnOfAnyHost(warn: WarnOnce): void {
  warn(
    'any-host-trusted',
    'Every host that a request names is trusted. If a proxy passes X-Forwarded-Host on, an attacker can choose the host of sign-in links. Set AUTH_URL or list the hosts in AUTH_TRUSTED_HOSTS or `trustHost`.',
  )
}

function warnOfMemoryStore(variable: string, warn: WarnOnce): void {
  warn(
    'store-in-memory',
    `The store is in memory, but ${variable} shows that several processes serve this application. A session in a cookie that one process revokes stays valid in the others, and each process counts sign-in attempts separately. Set the option \`store\` to a shared store, such as redisStore().`,
  )
}
