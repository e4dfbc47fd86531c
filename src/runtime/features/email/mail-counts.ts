import { RateLimited } from '../../../errors.js'
import { clientAddressOf, warnOfAddress } from '../../core/limits/client-address.js'
import { type Counted, count, counterParts, takeBack } from '../../core/limits/counter.js'
import { type LimitName, limitPolicies } from '../../core/limits/default-limits.js'
import { siteBrowsers } from '../../core/limits/known-browsers.js'
import { type LimitKeys, limitKeys } from '../../core/limits/limit-keys.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { mailbox } from './same-mailbox.js'

export interface AllowedMail {
  /** Removes a mail that was not sent from the counts. */
  takeBack(): Promise<void>
}

export interface RequestedMail {
  /** Mails of each purpose are counted separately per mailbox. */
  readonly purpose: 'signIn' | 'signUp' | 'resetPassword'
  readonly provider: string
  readonly address: string
}

export interface MailCounts {
  /** Counts a mail before it is sent. */
  begin(mail: RequestedMail, exchange: Exchange): Promise<AllowedMail>
}

/**
 * Limits mails. Browsers that have signed in with an e-mail address before have a separate limit for it. So
 * attackers who request too many mails cannot prevent the user from getting one.
 */
export function createMailCounts(app: App): MailCounts {
  const parts = counterParts(app)
  const keys = limitKeys(app, 'mails')
  const policies = limitPolicies(app.spec.options.limits)
  const addressOf = clientAddressOf(app)
  let silentUntil = 0

  const counted = async (
    name: LimitName,
    subject: string | undefined,
    key: LimitKeys['ofAll'],
  ): Promise<readonly Counted[]> => {
    const policy = policies[name]
    return policy && subject !== undefined ? [{ policy, key: await key(name, subject) }] : []
  }

  const isKnown = async ({ provider, address }: RequestedMail, exchange: Exchange): Promise<boolean> => {
    const browsers = exchange.site.get(siteBrowsers)
    return (await browsers.find({ provider, account: address }, exchange)) !== undefined
  }

  /** Logs that the limit for all mails is reached, at most once per window. */
  const reportTotal = (error: unknown): void => {
    if (!(error instanceof RateLimited) || error.limit.name !== 'mailsInTotal') return
    const now = performance.now()
    if (now < silentUntil) return
    silentUntil = now + error.limit.retryAfter * 1000
    app.logger.error(error)
  }

  return {
    async begin(mail, exchange) {
      const client = addressOf(exchange.request)
      warnOfAddress(client, exchange.request, app)
      const withPurpose = (subject: string): string => `${mail.purpose} ${subject}`
      const recipient = withPurpose(mailbox(mail.address))
      const { ofAll, ofTenant } = keys
      const all = (await isKnown(mail, exchange))
        ? [counted('mailsPerRecipient', withPurpose(`known browser ${mail.address}`), ofTenant)]
        : [
            counted('mailsPerRecipient', recipient, ofAll),
            counted('mailsPerClient', client, ofAll),
            counted('mailsInTotal', '', ofTenant),
          ]
      try {
        const mails = await count((await Promise.all(all)).flat(), parts)
        return { takeBack: () => takeBack(mails, parts) }
      } catch (error) {
        reportTotal(error)
        throw error
      }
    },
  }
}
