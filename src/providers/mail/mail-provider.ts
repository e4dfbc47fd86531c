import { email as emailFeature } from '../../runtime/features/email/feature.js'
import type { CommonProvider } from '../kinds/common-provider.js'
import type { EmailProvider } from '../kinds/email.js'

/** What every e-mail provider of Authwright takes. */
export interface MailOptions<Id extends string> {
  /** Names the provider in routes. */
  readonly id?: Id
  /** The provider's name, where several are offered. */
  readonly name?: string
  /** Whom the mail is from: `sign-in@example.com`, or `Example <sign-in@example.com>`. */
  readonly from: string
  /** Seconds for which a link and a code are valid. Default: 3,600 (one hour). */
  readonly maxAge?: number
  /** Hashed with the token that is stored. Default: the option `secret`. */
  readonly secret?: string
  /**
   * Whether the mail holds a code of eight digits, for which the built-in page then has a field. Default: `true`, and `false`
   * with a `sendVerificationRequest` of your own.
   */
  readonly code?: boolean
  /** Sends a mail of your own, or in another way. */
  readonly sendVerificationRequest?: EmailProvider['sendVerificationRequest']
  /** Default: 32 random bytes in hexadecimal. Guesses at tokens of your own are limited as those at passwords. */
  readonly generateVerificationToken?: () => string | Promise<string>
  /**
   * Makes of what was typed the address that a mail is sent to, or throws for one that may have none. What it returns
   * must still be one address. Default: lower case, Unicode form NFKC, and the domain in ASCII.
   */
  readonly normalizeIdentifier?: (identifier: string) => string
}

/** Throws `TypeError` where the sender of the mails is not named. Its value may come from a variable, which is there when a mail is sent. */
export function requireFrom(provider: string, options: object): void {
  if (!('from' in options))
    throw new TypeError(`${provider}() needs the option \`from\`: whom the mail is from.`)
}

/** For an option without a value, as by a variable that is not set. */
export function emptyOption(provider: string, name: string): TypeError {
  return new TypeError(`${provider}() has an empty \`${name}\`: set the variable that it is read from.`)
}

/** Puts an e-mail provider together: what it is called, what was chosen, and how it sends a mail. */
export function mailProvider<Id extends string>(
  { id, name }: Pick<CommonProvider, 'id' | 'name'>,
  options: Partial<MailOptions<Id>>,
  send: EmailProvider['sendVerificationRequest'],
): EmailProvider<Id> {
  // `Id` is the default's where the options have no id.
  return {
    id,
    name,
    ...options,
    type: 'email',
    '~feature': emailFeature,
    code: options.code ?? !options.sendVerificationRequest,
    sendVerificationRequest:
      options.sendVerificationRequest ??
      (async (request) => {
        if ('from' in options && !request.provider.from) throw emptyOption(id, 'from')
        await send(request)
      }),
  } as unknown as EmailProvider<Id>
}
