import { type LocalServerProblem, localServerReasons } from '../providers/kinds/local-server.js'
import { peerAddress } from '../runtime/core/http/incoming.js'
import { isLoopback } from '../runtime/core/http/origin.js'

/*
 * A provider without passwords must be out of reach of every other machine. `NODE_ENV` alone does not say so: it is unset by
 * default, also on a server. The addresses of the configuration, of the request and of the connection must all be those of this machine.
 */

type Variables = Readonly<Record<string, string | undefined>>

function variables(): Variables {
  const { process } = globalThis as { process?: { env?: Variables } }
  return process?.env ?? {}
}

/** Variables with the address at which browsers reach the application, or its callback. */
const ADDRESSES = ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_REDIRECT_PROXY_URL'] as const

/** The rule that the environment breaks. */
export function environmentProblem(id: string): LocalServerProblem | undefined {
  const env = variables()
  if (env['NODE_ENV'] === 'production') return problem('devInProduction', id)
  const name = ADDRESSES.find((each) => env[each] && !isLoopbackUrl(env[each]))
  return name && problem('devNeedsLoopback', id, name)
}

/** The problem of a broken rule, with the names that its sentence mentions. */
export function problem(code: LocalServerProblem['code'], ...names: readonly string[]): LocalServerProblem {
  let next = 0
  return { code, sentence: localServerReasons[code].replace(/%s/g, () => names[next++] ?? '') }
}

function isLoopbackUrl(address: string): boolean {
  return URL.canParse(address) && isLoopback(new URL(address).hostname)
}

/** Headers in which servers and tunnels name the client, or the host that it has requested. */
const CLIENTS = [
  ...['x-forwarded-for', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'fly-client-ip', 'x-client-ip'],
  ...['x-nf-client-connection-ip', 'x-vercel-forwarded-for', 'x-original-forwarded-for'],
] as const
const HOSTS = ['host', 'x-forwarded-host', 'x-original-host'] as const

/**
 * Why a request may come from another machine; `undefined` where nothing says so.
 *
 * The `Host` header is the one that a page of another site cannot choose: by DNS rebinding, it names that site. A client without a browser
 * can write any header, so the address of the connection counts wherever the server shows it. It must do so where `NODE_ENV` does not
 * name an environment for development.
 */
export function remoteSign(request: Request, origin: string): string | undefined {
  const { headers, url } = request
  const env = variables()
  if (env['NODE_ENV'] === 'production') return "NODE_ENV is 'production'"
  const named = HOSTS.flatMap((name) => headers.get(name)?.split(/, */) ?? [])
  const hosts = [new URL(origin).host, new URL(url).host, ...named]
  const host = hosts.find((each) => !isLoopbackUrl(`http://${each}`))
  if (host !== undefined) return `the request is for the host '${printable(host)}'`
  for (const name of CLIENTS) {
    const remote = headers
      .get(name)
      ?.split(',')
      .find((address) => !isLoopbackAddress(address))
    if (remote !== undefined) return `the header ${name} names '${printable(remote.trim())}'`
  }
  for (const name of ['forwarded', 'via']) {
    if (headers.has(name)) return `the header ${name} shows a proxy`
  }
  const peer = peerAddress(request)
  if (peer !== undefined && !isLoopbackAddress(peer)) return `the connection comes from '${printable(peer)}'`
  const mode = env['NODE_ENV']
  if (peer === undefined && mode !== 'development' && mode !== 'test') {
    return "the server does not show the address of the connection, and NODE_ENV is not 'development'. Start it with NODE_ENV=development"
  }
  return undefined
}

/** An IPv4 address may be written as an IPv6 address. @see https://www.rfc-editor.org/rfc/rfc4291.html#section-2.5.5.2 */
function isLoopbackAddress(address: string): boolean {
  return /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i.test(address.trim().replace(/^\[(.*)\]$/, '$1'))
}

function printable(text: string): string {
  return text.slice(0, 100).replace(/[^\x21-\x7e]/g, '?')
}
