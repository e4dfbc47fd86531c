import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { signInAsAda } from '../frameworks/support/ada.js'
import { newPage, npmRun, serve, signInAndOut } from './support.js'
import { applications, tarball } from './tools.js'

/** An example outside of the workspaces. It is copied, installed and run like by a user. */
interface Example {
  readonly name: string
  /** The arguments with which the script `dev` takes the port. Default: the variable `PORT`. */
  readonly port?: readonly string[]
  /** The command that runs the build. Default: the script `start`, with `PORT`. */
  readonly start?: readonly string[]
  /** The path of the sign-in routes. Default: `/auth`. */
  readonly basePath?: string
}

const examples: readonly Example[] = [
  { name: 'astro', port: ['--port'] },
  { name: 'express' },
  // `wrangler dev` runs the bundle that would be deployed, in workerd.
  { name: 'hono-workers', port: ['--port'], start: ['exec', '--', 'wrangler', 'dev', '--port'] },
  { name: 'next-roles', port: ['--port'], basePath: '/api/auth' },
  { name: 'nuxt', port: ['--port'] },
  { name: 'react-router', port: ['--port'] },
  { name: 'tanstack-start', port: ['--port'] },
]

/** Copies an example, and installs it with the package as it would be published. */
async function copyExample(name: string): Promise<string> {
  const application = path.join(applications, name)
  cpSync(path.resolve('examples', name), application, {
    recursive: true,
    filter: (file) =>
      !/[/](node_modules|dist|build|[.](env|astro|next|nuxt|output|vinxi|wrangler))$/.test(file),
  })
  const file = path.join(application, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  manifest.dependencies.authwright = `file:${tarball}`
  writeFileSync(file, JSON.stringify(manifest))
  await npmRun(application, ['install', '--no-package-lock', '--no-audit', '--no-fund'])
  return application
}

const hasTests = (name: string): boolean => existsSync(path.resolve('examples', name, 'tests'))

describe.each(examples)('The example $name', ({ name, port = [], start, basePath = '/auth' }) => {
  let application = ''

  beforeAll(async () => {
    application = await copyExample(name)
  })

  it('the commands in the README of the example start it in development, and a user signs in and out', async () => {
    const url = await serve(application, ['run', 'dev', '--', ...port], { asArgument: port.length > 0 })
    await signInAndOut(url)
  })

  it.runIf(hasTests(name))('the tests of the example pass if only the test kit is installed', async () => {
    await npmRun(application, ['test'])
  })

  it('the production build of the example has no provider for development', async () => {
    await npmRun(application, ['run', 'build'])
    const args = start ?? ['start', '--', ...(name === 'tanstack-start' ? ['--port'] : [])]
    const url = await serve(application, args, { asArgument: args.at(-1) === '--port', isProduction: true })
    const page = await newPage()
    await page.goto(url)
    await page.getByText('Signed out').waitFor()
    const response = await page.request.get(`${url}${basePath}/providers`)
    expect(Object.keys(await response.json())).toEqual(['github'])
  })
})

it('the example solid-start can be built, and a user signs in with a password', async () => {
  const application = await copyExample('solid-start')
  const url = await serve(application, ['run', 'dev'], { asArgument: false })
  await signInAsAda(await newPage(), url)
  await npmRun(application, ['run', 'build'])
})
