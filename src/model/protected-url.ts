/**
 * Whether a host name or IP address always means this machine.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6761.html#section-6.3
 */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

/** Whether a URL is protected in transit: HTTPS, or a loopback host. */
export function isProtected({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
