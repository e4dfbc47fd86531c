/** `ignores` matches characters before the `@` that do not matter. */
interface Service {
  readonly ignores?: RegExp
  readonly name: string
}

const gmail: Service = { ignores: /[.]/g, name: 'gmail.com' }
const proton: Service = { ignores: /[._-]/g, name: 'proton.me' }
const icloud: Service = { name: 'icloud.com' }
// At Yandex, dots and dashes are interchangeable. Removing both is precise enough for limits.
const yandex: Service = { ignores: /[.-]/g, name: 'yandex.com' }

/**
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

/** Domains of services whose tags begin with a dash. */
const DASHED = /^(?:yahoo|ymail|rocketmail)[.]/

/** Domains of a service that delivers `tag@user.fastmail.com` to `user@fastmail.com`. */
const SUBDOMAIN = /^([^.]+)[.](fastmail[.](?:com|fm))$/

/**
 * Returns an identifier of a mailbox, only for limits. Users are distinguished by the full e-mail address.
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
