/** How a mail service delivers: characters that it ignores before the `@`, and what else it is called. */
interface Service {
  readonly ignores: RegExp
  readonly name: string
}

const dots = /[.]/g
const none = /(?!)/g

const gmail: Service = { ignores: dots, name: 'gmail.com' }
const proton: Service = { ignores: /[._-]/g, name: 'proton.me' }
const icloud: Service = { ignores: none, name: 'icloud.com' }
const yandex: Service = { ignores: /[.-]/g, name: 'yandex.com' }

/**
 * Services that deliver several addresses to one mailbox.
 *
 * @see https://support.google.com/mail/answer/7436150
 * @see https://proton.me/support/addresses-and-aliases
 */
const services: ReadonlyMap<string, Service> = new Map([
  ...['gmail.com', 'googlemail.com'].map((domain) => [domain, gmail] as const),
  ...['proton.me', 'protonmail.com', 'pm.me'].map((domain) => [domain, proton] as const),
  ...['icloud.com', 'me.com', 'mac.com'].map((domain) => [domain, icloud] as const),
  ...['yandex.com', 'yandex.ru', 'ya.ru'].map((domain) => [domain, yandex] as const),
])

/** Services whose tags begin with a dash, and those that take the tag as a subdomain. */
const DASHED = /^(?:yahoo|ymail|rocketmail)[.]/
const SUBDOMAIN = /^(?<user>[^.]+)[.](?<service>fastmail[.](?:com|fm))$/

/**
 * The mailbox that an address leads to, for limits alone: who signs in is told apart by the whole address. What stands after
 * a `+` does not count anywhere, nor do dots, dashes and domains that a large service ignores.
 */
export function mailbox(address: string): string {
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  const { user, service } = SUBDOMAIN.exec(domain)?.groups ?? {}
  if (user !== undefined && service !== undefined) return `${user}@${service}`
  const untagged = local.replace(DASHED.test(domain) ? /(?!^)[+-].*$/ : /(?!^)[+].*$/, '')
  const known = services.get(domain)
  return known ? `${untagged.replace(known.ignores, '') || untagged}@${known.name}` : `${untagged}@${domain}`
}
