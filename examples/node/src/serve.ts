import { createServer, type RequestListener } from 'node:http'

/** Host and port on which a process of the demo listens. */
export interface Address {
  host: string
  port: number
}

/**
 * Listens, and sends the parent process a message when the server is ready. Ends at a signal, and also
 * when the parent process has ended.
 */
export function serve(listener: RequestListener, { host, port }: Address): void {
  const server = createServer(listener)
  const stop = (): void => {
    server.close(() => process.exit(0))
    server.closeAllConnections()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
  server.on('error', (error) => {
    process.stderr.write(`Cannot listen on ${host}:${port}: ${error.message}\n`)
    process.exit(1)
  })
  server.listen(port, host, () => process.send?.('listening'))
}
