import { createConnection, createServer, type Socket } from 'node:net'

/** A TCP proxy that can drop bytes without closing a connection. */
export interface LossyProxy {
  readonly port: number
  /** From now on, drops all bytes of every open connection, and accepts no new connection. */
  vanish(): void
  /** Simulates that the host is replaced. Earlier connections stay dead, and new ones work. */
  replace(): void
  /** Delays every byte of responses by this number of milliseconds. */
  slow(milliseconds: number): void
  /** While `true`, drops the responses of open connections, but not the requests. */
  loseResponses(lose: boolean): void
  /** Ends all connections at once. */
  cut(): void
  close(): Promise<void>
}

export async function lossyProxy(target: number): Promise<LossyProxy> {
  const state = { isGone: false, generation: 0, delay: 0, losesResponses: false }
  const sockets = new Set<Socket>()
  const server = createServer((incoming) => {
    const generation = state.generation
    const outgoing = createConnection(target, '127.0.0.1')
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    const passes = (): boolean => !state.isGone && generation === state.generation
    incoming.on('data', (bytes) => void (passes() && outgoing.write(bytes)))
    outgoing.on('data', (bytes) => {
      if (!passes() || state.losesResponses) return
      if (state.delay === 0) incoming.write(bytes)
      else setTimeout(() => void (incoming.writable && incoming.write(bytes)), state.delay)
    })
    outgoing.on('close', () => void (passes() && incoming.destroy()))
    incoming.on('close', () => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    vanish() {
      state.isGone = true
    },
    replace() {
      state.isGone = false
      state.generation += 1
    },
    slow(milliseconds) {
      state.delay = milliseconds
    },
    loseResponses(lose) {
      state.losesResponses = lose
    },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
