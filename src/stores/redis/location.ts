/** The options of `redis` have a member `socket`, those of `ioredis` the host itself. Clusters keep their addresses to themselves. */
export function locationOf({ options }: { readonly options?: unknown }): string {
  const { socket = options } = Object(options) as { socket?: unknown }
  const { host, port = 6379 } = Object(socket) as { host?: unknown; port?: unknown }
  return typeof host === 'string' ? `Redis at ${host}:${port}` : 'Redis'
}
