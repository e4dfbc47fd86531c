import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeHandler } from '../../node/to-node-handler.js'

export interface Listener {
  readonly url: string
  close(): Promise<void>
}

export async function listen(
  handler: (request: Request) => Promise<Response>,
  port: number,
): Promise<Listener> {
  const server = createServer(toNodeHandler(handler))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, 'localhost', resolve)
  })
  const { port: listeningPort } = server.address() as AddressInfo
  return {
    url: `http://localhost:${listeningPort}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
