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
 * Services that deliver several addresses to one mailbox. A domain that is not listed has a name and nothing that is ignored.
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
