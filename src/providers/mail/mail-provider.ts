import type { CommonProvider } from '../kinds/common-provider.js'
import type { EmailProvider } from '../kinds/email.js'
import type { MailOptions } from './mail-options.js'

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
    code: options.code ?? !options.sendVerificationRequest,
    sendVerificationRequest: options.sendVerificationRequest ?? send,
  } as unknown as EmailProvider<Id>
}
