import { findNginx } from '../nginx.mjs'
import { selfSigned } from './certificate.js'
import { startNginx } from './nginx.js'
import { startNodeProxy } from './node-proxy.js'

/** What a proxy is to do. */
export interface ProxyPlan {
  /** Where it listens. */
  readonly port: number
  /** Where the application listens, without TLS. */
  readonly target: number
  /** The headers that it sets, besides `Host`. */
  readonly headers: readonly ('X-Forwarded-Host' | 'X-Forwarded-Proto')[]
  readonly cert: string
  readonly key: string
}

/** A proxy at work. */
export interface TlsProxy {
  /** The URL of the application in a browser. */
  readonly origin: string
  stop(): Promise<void>
}

const nginx = findNginx()

/** Which proxy it is. */
export const tlsProxyName = nginx ? 'nginx' : 'a proxy'

/** Starts a proxy that ends TLS for a host. The browser is to take every certificate, and to find `*.test` here. */
export async function startTlsProxy(host: string, plan: Omit<ProxyPlan, 'cert' | 'key'>): Promise<TlsProxy> {
  const whole = { ...plan, ...(await selfSigned(host)) }
  const stop = nginx ? await startNginx(nginx, whole) : await startNodeProxy(whole)
  return { origin: `https://${host}:${plan.port}`, stop }
}
