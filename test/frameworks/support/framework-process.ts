import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { until } from '../../e2e/support/processes.js'

/** The only variables of a process. */
export type Variables = Readonly<Record<string, string>>

/** A program of a framework: one of its tools, or a built application. */
export interface FrameworkProgram {
  /** The Node.js that runs it. Default: the one that runs the tests. */
  readonly node?: string
  readonly folder: string
  /** A script, with its arguments. */
  readonly args: readonly string[]
  readonly variables: Variables
}

/** A server, and how to see that it is ready. */
export interface ServerProgram extends FrameworkProgram {
  readonly framework: string
  /** A URL that responds with success once the server is ready. */
  readonly url: string
  /** The signal that ends it at once. Default: `SIGTERM`. */
  readonly signal?: 'SIGTERM' | 'SIGKILL'
}

/** A running application. */
export interface FrameworkServer {
  /** The output of the server so far. */
  output(): string
  stop(): Promise<void>
}

/** Runs a tool until it ends, and returns its exit code and its output. */
export async function runToEnd(program: FrameworkProgram): Promise<{ code: number | null; output: string }> {
  const { child, output } = run(program)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output: output() }
}

/** Starts a server, and waits until it responds. */
export async function startServer(program: ServerProgram): Promise<FrameworkServer> {
  const { framework, url, signal = 'SIGTERM' } = program
  const { child, output } = run(program)
  let ended = false
  const end = new Promise<void>((resolve) => {
    child.once('close', () => {
      ended = true
      resolve()
    })
  })
  let last: unknown = 'nothing'
  try {
    await until(`${framework} responds`, async () => {
      if (ended) throw new Error(`The server of ${framework} ended.`)
      return fetch(url).then(
        ({ ok, status }) => {
          last = status
          return ok
        },
        () => false,
      )
    })
  } catch (cause) {
    child.kill('SIGKILL')
    throw new Error(`${url} answered ${last} last, and the server wrote:\n${output().slice(-4000)}`, {
      cause,
    })
  }
  return {
    output,
    stop: async () => {
      child.kill(signal)
      await end
    },
  }
}

function run({ node = process.execPath, folder, args, variables }: FrameworkProgram): {
  child: ChildProcess
  output(): string
} {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(node, args, {
    cwd: folder,
    env: {
      PATH: `${path.dirname(node)}${path.delimiter}${PATH}`,
      HOME,
      ...variables,
    } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  return { child, output: () => output }
}
