import { execFile } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Waits until a condition is true. Fails with the output so far after a time limit. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  output: () => string = () => '',
): Promise<void> {
  const limit = Date.now() + 100_000
  while (!(await condition())) {
    if (Date.now() > limit) throw new Error(`Waited 100 s in vain until ${what}.\n${output()}`.trim())
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/** Free ports, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return server
    }),
  )
  return Promise.all(
    servers.map(async (server) => {
      const address = server.address()
      await new Promise((resolve) => server.close(resolve))
      if (address === null || typeof address === 'string') throw new Error('The server has no port.')
      return address.port
    }),
  )
}

/** Whether anything on this machine accepts connections at a port. */
export async function isListening(port: number): Promise<boolean> {
  const attempts = ['127.0.0.1', '::1'].map(
    (host) =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ port, host })
        socket.once('connect', () => {
          socket.destroy()
          resolve(true)
        })
        socket.once('error', () => resolve(false))
      }),
  )
  return (await Promise.all(attempts)).includes(true)
}

interface RunningProcess {
  pid: number
  parent: number
  command: string
}

/** All processes that descend from a process. */
export async function descendants(ancestor: number): Promise<RunningProcess[]> {
  const { stdout } = await execute('ps', ['-A', '-o', 'pid=,ppid=,args='])
  const all = stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, parent, command]) => ({ pid: Number(pid), parent: Number(parent), command: command ?? '' }))
  const below = (pid: number): RunningProcess[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)])
  return below(ancestor)
}
