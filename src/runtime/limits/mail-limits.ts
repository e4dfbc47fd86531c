import { RateLimited } from '../../errors.js'
import { createMac } from '../crypto/mac.js'
import type { Exchange } from '../http/exchange.js'
import { clientAddress } from './client-address.js'
import { type Counted, count, takeBack } from './counted.js'
import { type AttemptsParts, accountTag, warnOfNoAddress } from './create-attempts.js'
import { type LimitName, limitPolicies } from './limit-policy.js'
import { mailbox } from './mailbox.js'

/** A mail that may be sent. */
export interface AllowedMail {
  /** It was not sent, so it does not count. */
  takeBack(): Promise<void>
}

/** What somebody asks a mail for. */
export interface RequestedMail {
  readonly provider: string
  readonly address: string
}

/** Limits how many mails are sent. */
export interface MailLimits {
  /** Counts a mail before it is sent. Throws `RateLimited` when there were too many. */
  begin(mail: RequestedMail, exchange: Exchange): Promise<AllowedMail>
}

/** Characters of a MAC that tell keys apart: 132 bits. */
const TAG_LENGTH = 22

/**
 * Limits mails by the mailbox that gets them, by the network address that asks for them, known or not, and in total. A browser
 * that has signed in with the address before is limited by the mailbox alone, so that nobody who asks for many mails keeps
 * its user out.
 */
export function createMailLimits(parts: AttemptsParts): MailLimits {
  const { store, secrets, limits, logger } = parts
  const mac = createMac(secrets, 'mails')
  const accounts = createMac(secrets, 'attempts')
  const policies = limitPolicies(limits)
  const addressOf = clientAddress({ option: parts.clientAddress, header: parts.header })
  let silentUntil = 0

  const counted = async (name: LimitName, who: string | undefined): Promise<readonly Counted[]> => {
    const policy = policies[name]
    if (!policy || who === undefined) return []
    return [{ policy, key: `${name}:${(await mac.sign(who)).slice(0, TAG_LENGTH)}` }]
  }

  const isKnown = async ({ provider, address }: RequestedMail, exchange: Exchange): Promise<boolean> => {
    const browsers = await exchange.site.browsers()
    return (await browsers.find(await accountTag(accounts, provider, address), exchange)) !== undefined
  }

  /** Once a window, where the total is what is reached: somebody who runs the application should look at it. */
  const reportTotal = (error: unknown): void => {
    if (!(error instanceof RateLimited) || error.limit.name !== 'mailsInTotal') return
    const now = performance.now()
    if (now < silentUntil) return
    silentUntil = now + error.limit.retryAfter * 1000
    logger.error(error)
  }

  return {
    async begin(mail, exchange) {
      const client = addressOf(exchange.request)
      if (client === undefined) warnOfNoAddress(parts)
      const others = (await isKnown(mail, exchange))
        ? []
        : [counted('mailsPerClient', client), counted('mailsInTotal', '')]
      const keys = (
        await Promise.all([counted('mailsPerRecipient', mailbox(mail.address)), ...others])
      ).flat()
      try {
        await count(keys, store)
      } catch (error) {
        reportTotal(error)
        throw error
      }
      return { takeBack: () => takeBack(keys, store) }
    },
  }
}
