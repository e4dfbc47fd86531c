import type { AuthOptions } from '../../options/auth-options.js'
import type { Environment } from './environment.js'
import type { WarnOnce } from './warn-once.js'

/** Warns of options that are seldom meant. */
export function warnOfOptions(
  { debug, basePath, experimental }: AuthOptions,
  { url }: Environment,
  warn: WarnOnce,
): void {
  if (debug) {
    warn(
      'debug-enabled',
      'The option `debug` writes what sign-ins come to, and what adapters are asked for, to the log: leave it out in production.',
    )
  }
  if (experimental?.enableWebAuthn) {
    warn('experimental-webauthn', 'Passkeys are experimental: what they take and how they look may change.')
  }
  const path = url ? new URL(url).pathname.replace(/\/+$/, '') : ''
  if (!basePath || path === '') return
  if (path === basePath.replace(/\/+$/, '')) {
    warn('env-url-basepath-redundant', 'AUTH_URL and `basePath` name the same path: one of them is enough.')
  } else {
    warn(
      'env-url-basepath-mismatch',
      '`basePath` holds, and the path of AUTH_URL is not used: remove it there.',
    )
  }
}

/** Warns of secrets that can be guessed: whoever has a token can try one after another on it, without asking the server. */
export function warnOfShortSecret(enough: number, warn: WarnOnce): void {
  warn(
    'short-secret',
    `A secret has fewer than ${enough} characters: whoever has a session can find it by trying. Make a new one with \`openssl rand -base64 33\`; as AUTH_SECRET_1, beside the old AUTH_SECRET, it signs nobody out.`,
  )
}
