import type { AuthOptions } from '../../options/auth-options.js'
import type { LimitsOptions } from '../../options/limits-options.js'
import type { Store } from '../../stores/contract.js'
import { createMac } from '../crypto/mac.js'
import { clientAddress } from './client-address.js'
import { type Counted, count, takeBack } from './counted.js'
import { limitPolicies } from './limit-policy.js'

/** A mail that may be sent. */
export interface AllowedMail {
  /** It was not sent, so it does not count. */
  takeBack(): Promise<void>
}

/** Limits how many mails somebody may have sent. */
export interface MailLimits {
  /** Counts a mail before it is sent. Throws `RateLimited` when there were too many. */
  begin(address: string, request: Request): Promise<AllowedMail>
}

/** What mails are limited with. */
export interface MailLimitsParts {
  readonly store: Store
  readonly secrets: readonly string[]
  readonly limits: LimitsOptions
  /** The option of that name. */
  readonly clientAddress: AuthOptions['clientAddress']
  /** The header in which the proxy tells the address, where the environment names one. */
  readonly header: string | undefined
}

/** Characters of a MAC that tell keys apart: 132 bits. */
const TAG_LENGTH = 22

/** Limits mails by the mailbox that gets them and by the network address that asks for them, known or not. */
export function createMailLimits(parts: MailLimitsParts): MailLimits {
  const { store, secrets, limits } = parts
  const mac = createMac(secrets, 'mails')
  const policies = limitPolicies(limits)
  const addressOf = clientAddress({ option: parts.clientAddress, header: parts.header })

  const counted = async (
    name: 'mailsPerRecipient' | 'mailsPerClient',
    who: string | undefined,
  ): Promise<readonly Counted[]> => {
    const policy = policies[name]
    if (!policy || who === undefined) return []
    return [{ policy, key: `${name}:${(await mac.sign(who)).slice(0, TAG_LENGTH)}` }]
  }

  return {
    async begin(address, request) {
      const keys = await Promise.all([
        counted('mailsPerRecipient', mailbox(address)),
        counted('mailsPerClient', addressOf(request)),
      ])
      await count(keys.flat(), store)
      return { takeBack: () => takeBack(keys.flat(), store) }
    },
  }
}

/** The mailbox behind an address: many servers deliver `ada+anything` to `ada`. */
function mailbox(address: string): string {
  return address.replace(/(?!^)\+.*(?=@)/, '')
}
