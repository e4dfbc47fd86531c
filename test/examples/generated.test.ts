import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  applications,
  installPnpm,
  newPage,
  npmRun,
  type PackageManager,
  runToEnd,
  serve,
  tarball,
} from './support.js'

/* An application as the generator of a framework makes it, then `npx authwright init --yes` and `npm run dev`: somebody is signed in. */

interface Generated {
  readonly name: string
  /** With `NAME` for the name of the folder. */
  readonly create: readonly string[]
  /** What checks types and style. The fonts that `create-next-app` takes from another site are no part of it. */
  readonly checks: readonly (readonly string[])[]
  /** Default: npm. */
  readonly packageManager?: PackageManager
}

const next = ['create-next-app@16.4.3', 'NAME', '--yes', '--ts', '--app', '--skip-install', '--disable-git']
const checksOfNext = [
  ['exec', '--', 'next', 'typegen'],
  ['exec', '--', 'tsc', '--noEmit'],
  ['run', 'lint'],
]
const generated: readonly Generated[] = [
  { name: 'generated-next', create: [...next, '--use-npm', '--no-src-dir'], checks: checksOfNext },
  { name: 'generated-next-src', create: [...next, '--use-npm', '--src-dir'], checks: checksOfNext },
  {
    name: 'generated-next-pnpm',
    create: [...next, '--use-pnpm', '--src-dir'],
    checks: [
      ['exec', 'next', 'typegen'],
      ['exec', 'tsc', '--noEmit'],
      ['run', 'lint'],
    ],
    packageManager: 'pnpm',
  },
  {
    name: 'generated-sveltekit',
    create: [
      'sv@0.17.1',
      'create',
      'NAME',
      '--template',
      'minimal',
      '--types',
      'ts',
      '--no-add-ons',
      '--no-install',
    ],
    checks: [
      ['run', 'check'],
      ['run', 'build'],
    ],
  },
]

describe.each(generated)('$name', ({ name, create, checks, packageManager = 'npm' }) => {
  // pnpm reads more of the registry than npm when it resolves versions for the first time.
  const timeout = packageManager === 'pnpm' ? 600_000 : 300_000
  test('a user is signed in after `init --yes` and `npm run dev`, and the checks of the application pass', {
    timeout,
  }, async () => {
    const application = path.join(applications, name)
    const authwright = await tarball()
    if (packageManager === 'pnpm') await installPnpm()
    rmSync(application, { recursive: true, force: true })
    const created = create.map((word) => (word === 'NAME' ? name : word))
    await npmRun(applications, ['exec', '--yes', '--', ...created])
    const file = path.join(application, 'package.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8'))
    manifest.dependencies = { ...manifest.dependencies, authwright: `file:${authwright}` }
    writeFileSync(file, JSON.stringify(manifest))
    if (packageManager === 'pnpm') {
      await runToEnd('pnpm', application, ['install', '--no-frozen-lockfile'])
      await runToEnd('pnpm', application, ['exec', 'authwright', 'init', '--yes'])
    } else {
      await npmRun(application, ['install', '--no-audit', '--no-fund'])
      await npmRun(application, ['exec', '--', 'authwright', 'init', '--yes', '--no-install'])
    }

    const dev = packageManager === 'pnpm' ? ['run', 'dev', '--port'] : ['run', 'dev', '--', '--port']
    const url = await serve(application, dev, { asArgument: true, packageManager })
    const page = await newPage()
    await page.goto(`${url}/account`)
    await page.getByRole('button', { name: /GitHub \(development\)/ }).click()
    await page.getByRole('button', { name: /Alice/ }).click()
    await page.getByText('Signed in as Alice').waitFor()
    expect(new URL(page.url()).pathname).toBe('/account')
    for (const check of checks) await runToEnd(packageManager, application, check)
  })
})
