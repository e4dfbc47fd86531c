import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { edit } from '../frameworks/support/edit.js'
import { signInAtAccount, takePictures } from './pictures.js'
import { newPage, npmRun, type PackageManager, runToEnd, serve } from './support.js'
import { applications, tarball } from './tools.js'

/*
 * An application as the generator of a framework creates it. After `npx authwright init --yes` and `npm run
 * dev`, a user can sign in.
 */

interface Generated {
  readonly name: string
  /**
   * The command of the generator, with `NAME` for the name of the folder. A function creates the folder if
   * the generator would need another host.
   */
  readonly create: readonly string[] | ((folder: string) => void)
  /** Changes the generated application before it is installed. */
  readonly change?: (folder: string) => void
  /**
   * The commands that check types and style and build the application: its scripts, or programs with their
   * arguments.
   */
  readonly checks: readonly (string | readonly string[])[]
  /** Default: npm. */
  readonly packageManager?: PackageManager
  /** Whether `init` prints lines for the home page. */
  readonly pastes?: true
  /** The path of the routes, if pictures are taken of the pages that `init` and `add` write. */
  readonly pictures?: '/auth' | '/api/auth'
}

/** The template without fonts, because the usual template downloads fonts during the build. */
const next = (major: 15 | 16, ...options: string[]): readonly string[] => [
  `create-next-app@${major === 15 ? '15.5.28' : '16.4.3'}`,
  'NAME',
  ...['--yes', '--ts', '--app', '--skip-install', '--disable-git', '--eslint', '--empty', ...options],
]
const checksOfNext = [['next', 'typegen'], ['tsc', '--noEmit'], 'lint', 'build']

const sv = ['sv@0.17.1', 'create', 'NAME', '--template', 'minimal', '--types', 'ts', '--no-add-ons']
const sveltekit = [...sv, '--no-install']
const checksOfSvelteKit = ['check', 'build']

const checksOfSolidStart = [['tsc', '--noEmit'], 'build']

const generated: readonly Generated[] = [
  { name: 'generated-nuxt', create: nuxt, checks: [['nuxt', 'typecheck'], 'build'], pictures: '/auth' },
  {
    name: 'generated-next',
    create: next(16, '--use-npm', '--no-src-dir'),
    checks: checksOfNext,
    pictures: '/api/auth',
  },
  {
    name: 'generated-next-plain-css',
    create: next(16, '--use-npm', '--no-src-dir', '--no-tailwind').filter((word) => word !== '--empty'),
    checks: [],
    pictures: '/api/auth',
  },
  {
    name: 'generated-next-pages',
    create: next(16, '--use-npm', '--no-src-dir', '--no-tailwind', '--no-app').filter(
      (word) => word !== '--empty' && word !== '--app',
    ),
    checks: [],
    pastes: true,
    pictures: '/api/auth',
  },
  {
    name: 'generated-next-src',
    create: next(16, '--use-npm', '--src-dir').filter((word) => word !== '--empty'),
    checks: checksOfNext.slice(0, -1),
  },
  {
    name: 'generated-next-pnpm',
    create: next(16, '--use-pnpm', '--src-dir'),
    checks: checksOfNext,
    packageManager: 'pnpm',
  },
  { name: 'generated-next-15', create: next(15, '--use-npm', '--no-src-dir'), checks: checksOfNext },
  {
    name: 'generated-next-15-pnpm',
    create: next(15, '--use-pnpm', '--src-dir'),
    checks: checksOfNext,
    packageManager: 'pnpm',
  },
  { name: 'generated-sveltekit', create: sveltekit, checks: checksOfSvelteKit, pictures: '/auth' },
  { name: 'generated-sveltekit-pnpm', create: sveltekit, checks: checksOfSvelteKit, packageManager: 'pnpm' },
  { name: 'generated-sveltekit-3', create: sveltekit, change: raiseToKit3, checks: checksOfSvelteKit },
  {
    name: 'generated-sveltekit-3-pnpm',
    create: sveltekit,
    change: raiseToKit3,
    checks: checksOfSvelteKit,
    packageManager: 'pnpm',
  },
  {
    name: 'documented-solid-start',
    create: solidStart(1),
    checks: checksOfSolidStart,
    pictures: '/api/auth',
  },
  {
    name: 'documented-solid-start-pnpm',
    create: solidStart(1),
    checks: checksOfSolidStart,
    packageManager: 'pnpm',
  },
  { name: 'documented-solid-start-2', create: solidStart(2), checks: checksOfSolidStart },
  {
    name: 'documented-solid-start-2-pnpm',
    create: solidStart(2),
    checks: checksOfSolidStart,
    packageManager: 'pnpm',
  },
]

/** The generator creates applications of SvelteKit 2, because its adapter has no version for SvelteKit 3 yet. */
function raiseToKit3(folder: string): void {
  const manifest = path.join(folder, 'package.json')
  const { devDependencies, ...rest } = JSON.parse(readFileSync(manifest, 'utf8'))
  const { '@sveltejs/adapter-auto': _, ...others } = devDependencies
  const raised = { ...others, '@sveltejs/kit': '^3.2.0', '@sveltejs/adapter-node': '^6.0.1' }
  writeFileSync(manifest, JSON.stringify({ ...rest, devDependencies: raised }))
  edit(folder, 'vite.config.ts', ["'@sveltejs/adapter-auto'", "'@sveltejs/adapter-node'"])
  edit(folder, 'tsconfig.json', ['./.svelte-kit/tsconfig.json', '$app/tsconfig'])
  edit(folder, 'src/routes/+layout.svelte', ['$lib/', '../lib/'])
}

/**
 * The files that the documentation of SolidStart shows for a new application. Its generator loads templates
 * from another host.
 * @see https://docs.solidjs.com/solid-start/getting-started
 */
function solidStart(major: 1 | 2): (folder: string) => void {
  const versions =
    major === 1
      ? { '@solidjs/router': '^0.15.4', '@solidjs/start': '^1.3.2', vinxi: '^0.5.11' }
      : {
          '@solidjs/router': '^1.0.0',
          '@solidjs/start': '^2.0.5',
          // Version 3.0.0 sends requests to itself without end.
          nitro: '3.0.260903-beta',
          vite: '^8.3.8',
        }
  const tool = major === 1 ? 'vinxi' : 'vite'
  const files = {
    'package.json': JSON.stringify({
      name: 'solid',
      private: true,
      type: 'module',
      scripts: { dev: `${tool} dev`, build: `${tool} build` },
      dependencies: { ...versions, 'solid-js': '^1.9.19' },
      devDependencies: { typescript: '^6.0.3' },
    }),
    ...(major === 1
      ? {
          'app.config.ts':
            "import { defineConfig } from '@solidjs/start/config'\n\nexport default defineConfig({})\n",
        }
      : {
          'vite.config.ts':
            "import { solidStart } from '@solidjs/start/config'\nimport { nitro } from 'nitro/vite'\nimport { defineConfig } from 'vite'\n\nexport default defineConfig({ plugins: [solidStart(), nitro()] })\n",
        }),
    'src/routes/index.tsx':
      'export default function Home() {\n  return (\n    <main>\n      <h1>Hello world!</h1>\n    </main>\n  )\n}\n',
    'src/app.tsx': `import { Router } from '@solidjs/router'
import { FileRoutes } from '@solidjs/start/router'
import { Suspense } from 'solid-js'

export default function App() {
  return (
    <Router root={(props) => <Suspense>{props.children}</Suspense>}>
      <FileRoutes />
    </Router>
  )
}
`,
  }
  return (folder) => {
    mkdirSync(path.join(folder, 'src/routes'), { recursive: true })
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text)
    for (const file of ['tsconfig.json', 'src/entry-client.tsx', 'src/entry-server.tsx'])
      cpSync(path.resolve('examples/solid-start', file), path.join(folder, file))
    const types = major === 1 ? 'vinxi/types/client' : 'vite/client'
    edit(
      folder,
      'tsconfig.json',
      ['"@solidjs/start/env", "node"]', `"${types}"], "paths": { "~/*": ["./src/*"] }`],
      ['["app.config.ts", "src"]', '["src"]'],
    )
  }
}

/**
 * A new application of Nuxt. Its generator loads templates from another host.
 *
 * @see https://github.com/nuxt/starter/tree/v4
 */
function nuxt(folder: string): void {
  const files = {
    'package.json': JSON.stringify({
      name: 'nuxt-app',
      type: 'module',
      private: true,
      scripts: { build: 'nuxt build', dev: 'nuxt dev', postinstall: 'nuxt prepare' },
      dependencies: { nuxt: '^4.5.2', vue: '^3.5.45', 'vue-router': '^5.0.0' },
      // Packages for `nuxt typecheck`.
      devDependencies: { '@types/node': '^24.0.0', typescript: '^6.0.3', 'vue-tsc': '^3.3.14' },
      // Nuxt 4.5.2 was released before Vite 8.4, and builds no pages with it.
      overrides: { vite: '~8.3.8' },
    }),
    'nuxt.config.ts':
      "export default defineNuxtConfig({\n  compatibilityDate: '2026-07-15',\n  devtools: { enabled: true }\n})\n",
    'app/app.vue':
      '<template>\n  <div>\n    <NuxtRouteAnnouncer />\n    <NuxtWelcome />\n  </div>\n</template>\n',
  }
  mkdirSync(path.join(folder, 'app'), { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text)
  cpSync(path.resolve('examples/nuxt/tsconfig.json'), path.join(folder, 'tsconfig.json'))
}

describe.each(generated)('$name', (application) => {
  const { name, create, change, checks, packageManager = 'npm', pastes, pictures } = application
  // pnpm reads more metadata of the registry than npm when it resolves versions for the first time.
  const timeout = packageManager === 'pnpm' ? 600_000 : 300_000
  const folder = path.join(applications, name)
  const exec = packageManager === 'pnpm' ? ['exec'] : ['exec', '--']
  const dev = packageManager === 'pnpm' ? ['run', 'dev', '--port'] : ['run', 'dev', '--', '--port']
  const typed: string[] = []
  let said = ''
  let begin = 0

  /** Runs a command of the package, as a user types it. */
  const authwright = (...args: string[]): Promise<string> => {
    typed.push([packageManager === 'pnpm' ? 'pnpm exec' : 'npx', 'authwright', ...args].join(' '))
    return runToEnd(packageManager, folder, [...exec, 'authwright', ...args])
  }
  const start = () => serve(folder, dev, { asArgument: true, packageManager })

  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    if (typeof create === 'function') create(folder)
    else {
      const created = create.map((word) => (word === 'NAME' ? name : word))
      await npmRun(applications, ['exec', '--yes', '--', ...created])
    }
    change?.(folder)
    const manifestFile = path.join(folder, 'package.json')
    const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
    manifest.dependencies = { ...manifest.dependencies, authwright: `file:${tarball}` }
    writeFileSync(manifestFile, JSON.stringify(manifest))
    const install = packageManager === 'pnpm' ? ['--no-frozen-lockfile'] : ['--no-audit', '--no-fund']
    await runToEnd(packageManager, folder, ['install', ...install])

    // From here on, only counted commands change the application.
    begin = performance.now()
    said = await authwright('init', '--yes')
  }, 600_000)

  test('a user signs in to the generated application after two commands, without editing a file', {
    timeout,
  }, async () => {
    if (!pastes) expect(said).not.toMatch(/Add this to it|To install/)
    typed.push(`${packageManager} run dev`)
    const url = await start()
    const page = await newPage()
    await signInAtAccount(page, url)
    const seconds = Math.round((performance.now() - begin) / 1000)

    // In SolidStart without `@solidjs/meta`, the page gets its title when it is hydrated.
    await expect.poll(() => page.title()).toBe('Account')
    expect(typed).toHaveLength(2)
    const counted = path.join(applications, 'first-five-minutes')
    mkdirSync(counted, { recursive: true })
    writeFileSync(path.join(counted, `${name}.json`), JSON.stringify({ typed, seconds }))
  })

  test('the generated application passes its own checks, and is built', { timeout }, async () => {
    for (const check of checks) {
      const args = typeof check === 'string' ? ['run', check] : [...exec, ...check]
      await runToEnd(packageManager, folder, args)
    }
  })

  test.runIf(checks.includes('lint'))(
    'a page that the command `add` has changed passes the lint rules',
    { timeout },
    async () => {
      await authwright('add', 'sqlite')
      await runToEnd(packageManager, folder, ['run', 'lint'])
    },
  )

  test.runIf(pictures)(
    'the pages of `init` and `add` fit every screen size (pictures)',
    { timeout },
    async () => {
      for (const part of ['sqlite', 'password', 'passkeys']) await authwright('add', part)
      const url = await start()
      const page = await newPage()
      const take = (shown: string, isOurs = true) => takePictures(page, name, shown, { isOurs })
      await page.goto(url)
      await take('home-signed-out', false)
      for (const shown of ['signin', 'signup']) {
        await page.goto(`${url}${pictures}/${shown}`)
        await take(shown)
      }
      await signInAtAccount(page, url)
      await take('account')
      await page.goto(`${url}${pictures}/account`)
      await take('built-in-account')
      await page.goto(url)
      await take('home-signed-in', false)
    },
  )
})
