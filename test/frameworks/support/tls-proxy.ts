import { findNginx } from '../nginx.mjs'
import { selfSigned } from './certificate.js'
import { startNginx } from './nginx.js'
import { startNodeProxy } from './node-proxy.js'

/** The configuration of a proxy. */
export interface ProxyPlan {
  /** The port at which it listens. */
  readonly port: number
  /** The port at which the application listens, without TLS. */
  readonly target: number
  /** The headers that it sets, besides `Host`. */
  readonly headers: readonly ('X-Forwarded-Host' | 'X-Forwarded-Proto')[]
  readonly cert: string
  readonly key: string
}

/** A running proxy. */
export interface TlsProxy {
  /** The URL of the application in a browser. */
  readonly origin: string
  stop(): Promise<void>
}

const nginx = findNginx()

/** The name of the proxy that is used. */
export const tlsProxyName = nginx ? 'nginx' : 'a proxy'

/**
 * Starts a proxy that ends TLS for a host. The browser must accept every certificate, and resolve `*.test` to
 * this machine.
 */
export async function startTlsProxy(host: string, plan: Omit<ProxyPlan, 'cert' | 'key'>): Promise<TlsProxy> {
  const whole = { ...plan, ...(await selfSigned(host)) }
  const stop = nginx ? await startNginx(nginx, whole) : await startNodeProxy(whole)
  return { origin: `https://${host}:${plan.port}`, stop }
}
