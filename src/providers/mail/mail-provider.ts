import { withDefaults } from '../../options/with-defaults.js'
import { email as emailFeature } from '../../runtime/features/email/feature.js'
import type { CommonProvider } from '../kinds/common-provider.js'
import type { ChecksSettings, EmailProvider } from '../kinds/email.js'

/** Options of every e-mail provider. */
export interface MailOptions<Id extends string> {
  /** The id of the provider, used in routes. */
  readonly id?: Id
  /** The name of the provider. */
  readonly name?: string
  /** The sender: `sign-in@example.com`, or `Example <sign-in@example.com>`. */
  readonly from: string | undefined
  /** Lifetime of a link and a code in seconds. Default: 3,600 (one hour). */
  readonly maxAge?: number
  /** A secret that is hashed together with the token. Only the hash is stored. Default: the option `secret`. */
  readonly secret?: string | undefined
  /** Whether the e-mail contains an eight-digit code. Default: `false` with your own `sendVerificationRequest`, otherwise `true`. */
  readonly code?: boolean
  /** Sends the e-mail instead of the provider. */
  readonly sendVerificationRequest?: EmailProvider['sendVerificationRequest']
  /**
   * Returns the token of a link: 1 to 512 visible ASCII characters. Default: 32 random bytes in hexadecimal. If set, the link always opens a
   * page with a button that signs in.
   */
  readonly generateVerificationToken?: () => string | Promise<string>
  /**
   * Normalizes the submitted e-mail address. Must return a single e-mail address, or throw. Default: lower case, Unicode form NFKC, and the
   * domain in ASCII.
   */
  readonly normalizeIdentifier?: (identifier: string) => string
}

/** Checks only whether the option exists. Its value may come from an environment variable that is not set yet. */
export function requireFrom(provider: string, options: object): void {
  if ('from' in options) return
  throw new TypeError(`${provider}() needs the option \`from\`: the sender of the e-mails.`)
}

export function emptyOption(provider: string, name: string): TypeError {
  return new TypeError(`${provider}() has an empty \`${name}\`: set the environment variable for it.`)
}

/**
 * @param send - Can be omitted if the option `sendVerificationRequest` is required.
 * @param missing - Returns a sentence if a setting of `send` is missing, such as the key of a mail service.
 */
export function mailProvider<Id extends string>(
  { id, name }: Pick<CommonProvider, 'id' | 'name'>,
  options: Partial<MailOptions<Id>>,
  send?: EmailProvider['sendVerificationRequest'],
  missing: ChecksSettings['~missing'] = () => undefined,
): EmailProvider<Id> {
  const missingFrom = ({ from }: EmailProvider<string>): string | undefined =>
    'from' in options && !from ? emptyOption(id, 'from').message : undefined
  const sender: EmailProvider['sendVerificationRequest'] | undefined =
    send &&
    (async (request) => {
      if ('from' in options && !request.provider.from) throw emptyOption(id, 'from')
      await send(request)
    })
  return {
    ...withDefaults({ id, name }, options),
    type: 'email',
    '~feature': emailFeature,
    code: options.code ?? !options.sendVerificationRequest,
    // A copy of the provider may have another `sendVerificationRequest`, which needs no settings of the mail service.
    '~missing': (provider: EmailProvider<string>) =>
      provider.sendVerificationRequest === sender
        ? [missing, missingFrom].flatMap((find) => find(provider) ?? []).join(' ') || undefined
        : undefined,
    sendVerificationRequest: options.sendVerificationRequest ?? sender,
  } as unknown as EmailProvider<Id>
}
