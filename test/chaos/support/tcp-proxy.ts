import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy between a client and a server, with faults that a test can turn on. */
export interface TcpProxy {
  readonly port: number
  /** The current fault, for open and for new connections. */
  mode: NetworkMode
  /** The port that new connections lead to. */
  target: number
  /** Ends all connections at once. */
  cut(): void
  close(): Promise<void>
}

export type NetworkMode =
  | 'pass'
  /** Bytes are lost in both directions and no connection is closed, as when a machine loses its network. */
  | 'lost'
  /** Connections are ended in the middle of a response. */
  | 'halved'
  /** Connections are ended in the middle of a request. */
  | 'requests halved'
  /** Each chunk of bytes is delayed by 300 ms. */
  | 'slow'

const DELAY = 300

/** Starts a proxy to a port of loopback. */
export async function tcpProxy(target: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const proxy = { mode: 'pass' as NetworkMode, target }
  const server = createServer((client) => {
    const upstream = connect(proxy.target, '127.0.0.1')
    const end = (): void => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', end)
      socket.on('close', () => {
        sockets.delete(socket)
        // While the network is down, neither side notices that the other side has ended the connection.
        if (proxy.mode !== 'lost') end()
      })
    }
    const forward = (from: Socket, to: Socket, isResponse: boolean): void => {
      let due = Promise.resolve()
      from.on('data', (chunk) => {
        if (proxy.mode === 'lost') return
        if (proxy.mode === (isResponse ? 'halved' : 'requests halved')) {
          to.write(chunk.subarray(0, Math.floor(chunk.length / 2)), end)
          return
        }
        const wait = proxy.mode === 'slow' ? DELAY : 0
        due = due.then(async () => {
          if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
          if (!to.destroyed) to.write(chunk)
        })
      })
    }
    forward(client, upstream, false)
    forward(upstream, client, true)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return Object.assign(proxy, {
    port: (server.address() as AddressInfo).port,
    cut,
    async close() {
      server.close()
      cut()
    },
  })
}
