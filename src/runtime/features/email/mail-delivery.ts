import { EmailSignInError } from '../../../errors.js'
import { parseUrl } from '../../../model/parse-url.js'
import type { Fetch } from '../../../providers/kinds/custom-fetch.js'
import type { EmailProvider, MailPurpose, SignInMail } from '../../../providers/kinds/email.js'
import { asError } from '../../core/base/as-error.js'
import { inTime } from '../../core/base/in-time.js'
import { membersOf } from '../../core/base/members-of.js'
import { redacted, secretsIn } from '../../core/config/redaction.js'
import { createFetch } from '../../core/http/fetch.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { printMail, reasonToFail, reasonToPrint } from './mail-in-terminal.js'

export interface WrittenMail {
  readonly purpose: MailPurpose
  readonly address: string
  readonly url: string
  readonly token: string
  readonly code?: string | undefined
  readonly expires: Date
  readonly mail: SignInMail
}

/**
 * Throws if the provider cannot send mails. Call it before looking up the e-mail address. Otherwise the error
 * would reveal whether a user has it.
 */
export function requireSettings(provider: EmailProvider<string>, app: App): void {
  const reason = reasonToFail(provider, app)
  if (reason === undefined) return
  throw new EmailSignInError(`The provider '${provider.id}' cannot send mails: ${reason}`)
}

/**
 * Sends a mail by the provider. Removes `secrets`, the URL, the token, the request and the provider's keys
 * from errors.
 */
export async function sendByProvider(
  provider: EmailProvider<string>,
  { purpose, address, url, token, code, expires, mail }: WrittenMail,
  secrets: readonly string[],
  app: App,
  { request }: Exchange,
): Promise<void> {
  const reason = reasonToPrint(provider, app)
  if (reason !== undefined) return printMail(reason, address, mail.text, app)
  const theme = app.spec.options.theme ?? {}
  const send = async (fetch: Fetch): Promise<void> =>
    provider.sendVerificationRequest({
      purpose,
      identifier: address,
      url,
      expires,
      token,
      ...(code !== undefined && { code }),
      mail,
      provider,
      theme,
      request,
      fetch,
    })
  const allSecrets = [
    ...secrets,
    url,
    token,
    provider.apiKey ?? '',
    ...smtpSecrets(provider),
    ...secretsIn([request]),
  ]
  await handOver(provider.id, app.fetchFor(provider), send, allSecrets)
}

const TIME_LIMIT_MS = 15_000

/** Sends a mail within a time limit. `secrets` are removed from errors. */
export async function handOver(
  providerId: string,
  fetch: Fetch | undefined,
  send: (fetch: Fetch) => Promise<void>,
  secrets: readonly string[],
): Promise<void> {
  try {
    await inTime(send(createFetch({ fetch })), TIME_LIMIT_MS)
  } catch (error) {
    throw new EmailSignInError(`The provider '${providerId}' could not send a mail.`, {
      cause: { err: redacted(asError(error), secrets), provider: providerId },
    })
  }
}

/**
 * Returns the passwords in the option `server`. It is a URL or an object, and both the URL and `server.url`
 * may contain a password.
 */
function smtpSecrets({ server }: EmailProvider<string>): string[] {
  if (typeof server === 'string') return passwordSpellings(server)
  const { url, auth } = membersOf(server)
  return [...(typeof url === 'string' ? passwordSpellings(url) : []), ...secretsIn([auth])]
}

/**
 * Returns the URL, and each form of its password that an error may contain: as written, parsed, decoded and
 * encoded again.
 */
function passwordSpellings(url: string): string[] {
  const [, written = ''] = /^[^:]*:\/\/[^:/?#]*:([^/?#]*)@/.exec(url) ?? []
  const parsed = parseUrl(url)?.password ?? ''
  // `URLSearchParams` decodes the password, because `decodeURIComponent` throws for a `%` that is not part of
  // an encoded byte.
  const decoded = new URLSearchParams(`p=${written.replace(/[+&]/g, encodeURIComponent)}`).get('p') ?? ''
  return [url, written, parsed, decoded, encodeURIComponent(decoded)]
}
