import { RateLimited } from '../../../errors.js'
import type { App, Exchange } from '../../core/lifetimes.js'
import { warnOfAddress } from '../../core/limits/attempts.js'
import { clientAddress } from '../../core/limits/client-address.js'
import { type Counted, count, takeBack } from '../../core/limits/counter.js'
import { siteBrowsers } from '../../core/limits/known-browsers.js'
import { type LimitKeys, limitParts } from '../../core/limits/limit-parts.js'
import { type LimitName, limitPolicies } from '../../core/limits/limit-policies.js'

/** A mail that may be sent. */
export interface AllowedMail {
  /** It was not sent, so it does not count. */
  takeBack(): Promise<void>
}

/** The mail that a client requests. */
export interface RequestedMail {
  /** Mails of each purpose are counted separately per mailbox. */
  readonly purpose: 'signIn' | 'signUp' | 'resetPassword'
  readonly provider: string
  readonly address: string
}

/** Limits how many mails are sent. */
export interface MailLimits {
  /** Counts a mail before it is sent. Throws `RateLimited` when there were too many. */
  begin(mail: RequestedMail, exchange: Exchange): Promise<AllowedMail>
}

/**
 * Limits mails per mailbox, per IP address of the client, and in total. A browser that has signed in with the address before is limited by
 * a count per address that only such browsers share, so that other clients cannot keep the user from getting a mail.
 */
export function createMailLimits(app: App): MailLimits {
  const parts = limitParts(app, 'mails')
  const { limits, logger, keys } = parts
  const policies = limitPolicies(limits)
  const addressOf = clientAddress({ ...parts, option: parts.clientAddress })
  let silentUntil = 0

  const counted = async (
    name: LimitName,
    who: string | undefined,
    key: LimitKeys['ofAll'],
  ): Promise<readonly Counted[]> => {
    const policy = policies[name]
    return policy && who !== undefined ? [{ policy, key: await key(name, who) }] : []
  }

  const isKnown = async ({ provider, address }: RequestedMail, exchange: Exchange): Promise<boolean> => {
    const browsers = exchange.site.get(siteBrowsers)
    return (await browsers.find({ provider, account: address }, exchange)) !== undefined
  }

  /** Once a window, where the total is what is reached: an operator should see it. */
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
      warnOfAddress(client, exchange.request, parts)
      const { purpose } = mail
      const of = (who: string): string => (purpose === 'signIn' ? who : `${purpose} ${who}`)
      const recipient = of(mailbox(mail.address))
      const { ofAll, ofTenant } = keys
      const all = (await isKnown(mail, exchange))
        ? [counted('mailsPerRecipient', of(`known browser ${mail.address}`), ofTenant)]
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

/** How a mail service delivers: characters that it ignores before the `@`, and its main domain. */
interface Service {
  readonly ignores?: RegExp
  readonly name: string
}

const gmail: Service = { ignores: /[.]/g, name: 'gmail.com' }
const proton: Service = { ignores: /[._-]/g, name: 'proton.me' }
const icloud: Service = { name: 'icloud.com' }
const yandex: Service = { ignores: /[.-]/g, name: 'yandex.com' }

/**
 * Services that deliver several addresses to one mailbox.
 *
 * @see https://support.google.com/mail/answer/7436150
 * @see https://proton.me/support/addresses-and-aliases
 */
const services: ReadonlyMap<string, Service> = new Map([
  ['gmail.com', gmail],
  ['googlemail.com', gmail],
  ['proton.me', proton],
  ['protonmail.com', proton],
  ['pm.me', proton],
  ['icloud.com', icloud],
  ['me.com', icloud],
  ['mac.com', icloud],
  ['yandex.com', yandex],
  ['yandex.ru', yandex],
  ['ya.ru', yandex],
])

/** Services whose tags begin with a dash, and those that take the tag as a subdomain. */
const DASHED = /^(?:yahoo|ymail|rocketmail)[.]/
const SUBDOMAIN = /^([^.]+)[.](fastmail[.](?:com|fm))$/

/**
 * The mailbox that an address leads to, for limits alone: users are distinguished by the whole address. What follows
 * a `+` does not count anywhere, nor does the case of letters, nor do dots, dashes and domains that a large service ignores.
 */
export function mailbox(address: string): string {
  const folded = address.toLowerCase()
  const at = folded.lastIndexOf('@')
  const [local, domain] = [folded.slice(0, at), folded.slice(at + 1)]
  const [isSubdomain, user, service] = SUBDOMAIN.exec(domain) ?? []
  if (isSubdomain) return `${user}@${service}`
  const untagged = local.replace(DASHED.test(domain) ? /(?!^)[+-].*/ : /(?!^)[+].*/, '')
  const { name = domain, ignores } = services.get(domain) ?? {}
  return `${(ignores && untagged.replace(ignores, '')) || untagged}@${name}`
}
