import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Shape, shapes } from './shapes.js'
import { authwright, filesOf, project } from './support/command.js'

const install = ['--no-install']

async function initialize({ files, folder = '.' }: Pick<Shape, 'files' | 'folder'>, ...args: string[]) {
  const root = project(files)
  const outcome = await authwright(['init', '--yes', ...install, ...args], path.join(root, folder))
  return { root, outcome, cwd: path.join(root, folder) }
}

describe('init and the version of Node.js', () => {
  it.each([
    ['>=99', true],
    ['>=18.13', false],
  ])(
    'init warns only if the framework does not support the version of Node.js: the framework requires %s',
    async (node, warns) => {
      const root = project({
        'package.json': '{ "dependencies": { "@sveltejs/kit": "^3.2.0" } }',
        'node_modules/@sveltejs/kit/package.json': JSON.stringify({ version: '3.2.0', engines: { node } }),
      })
      const { code, error } = await authwright(['init', '--yes', ...install], root)
      expect(code).toBe(0)
      expect(
        error.includes('@sveltejs/kit 3.2.0 requires Node.js >=99. Install one of these versions.'),
      ).toBe(warns)
    },
  )
})

describe('init and the version of the framework', () => {
  it.each([
    ['14.2.3', true],
    ['15.2.3', false],
  ])('init warns about versions that Authwright does not support, here Next.js %s', async (next, warns) => {
    const root = project({ 'package.json': JSON.stringify({ dependencies: { next } }) })
    const { code, error } = await authwright(['init', '--yes', ...install], root)
    expect(code).toBe(0)
    expect(error.includes(`next ${next}: 15.2.3 or later is needed`)).toBe(warns)
  })
})

describe('init and the compiler cache of Next.js 16.4', () => {
  const installed = (version: string, config: string, file = 'next.config.ts') =>
    project({
      'package.json': '{ "dependencies": { "next": "^16.0.0", "react": "19.2.0" } }',
      'node_modules/next/package.json': JSON.stringify({ version }),
      'app/layout.tsx': '',
      [file]: config,
    })
  const typed = `import type { NextConfig } from 'next'

const nextConfig: NextConfig = {
  /* config options here */
}

export default nextConfig
`
  const added =
    '  // Without this setting, Next.js 16.4 may reload a page in a loop after a restart.\n  experimental: { turbopackFileSystemCacheForDev: false },\n'

  it.each([
    ['next.config.ts', typed, '  /'],
    ['next.config.mjs', 'export default {\n  compress: false,\n};\n', '  compress'],
    [
      'next.config.js',
      'const config = {\n  poweredByHeader: false,\n}\n\nmodule.exports = config\n',
      '  powered',
    ],
  ])('init turns off the compiler cache in %s, once', async (file, config, next) => {
    const root = installed('16.4.3', config, file)
    await authwright(['init', '--yes', ...install], root)
    expect(filesOf(root)[file]).toBe(config.replace(next, added + next))
    writeFileSync(path.join(root, file), config)
    const { output } = await authwright(['init', '--yes', ...install], root)
    expect(filesOf(root)[file]).toBe(config)
    expect(output).not.toContain('turbopack')
  })

  it('init prints the setting of the compiler cache if next.config has other experimental settings', async () => {
    const config = 'export default {\n  experimental: { typedEnv: true },\n};\n'
    const root = installed('16.4.3', config)
    const { output } = await authwright(['init', '--yes', ...install], root)
    expect(filesOf(root)['next.config.ts']).toBe(config)
    expect(output).toContain('next.config.ts already exists and was not changed. Add this to it:')
    expect(output).toContain('experimental: { turbopackFileSystemCacheForDev: false }')
  })

  it.each(['15.5.0', '16.3.9', '17.0.0'])(
    'init leaves the configuration of Next.js %s unchanged',
    async (version) => {
      const root = installed(version, typed)
      const { output } = await authwright(['init', '--yes', ...install], root)
      expect(filesOf(root)['next.config.ts']).toBe(typed)
      expect(output).not.toContain('turbopack')
    },
  )
})

describe.each(shapes)('authwright init in $name', (shape) => {
  it('init writes the listed files and leaves all others unchanged', async () => {
    const { root, outcome } = await initialize(shape)
    expect(outcome).toMatchObject({ code: 0, error: '' })
    const after = filesOf(root)
    const changed = Object.keys(after).filter((file) => after[file] !== shape.files[file])
    expect(changed).toEqual(shape.written)
    for (const file of shape.left ?? []) {
      expect(outcome.output).toContain(
        `${path.basename(file)} already exists and was not changed. Add this to it:`,
      )
    }
  })

  it('authwright init changes no existing line', async () => {
    const { root } = await initialize(shape)
    const after = filesOf(root)
    for (const [file, text] of Object.entries(shape.files)) {
      const linesOf = (name: string) => (after[name] ?? '').split('\n')
      for (const line of text.trimEnd().split('\n')) {
        expect(linesOf(shape.moved?.[line] ?? file), file).toContain(line)
      }
    }
  })

  it('authwright init writes a session callback that returns the id of the user', async () => {
    const { root } = await initialize(shape)
    const [, configuration = ''] =
      Object.entries(filesOf(root)).find(([file]) => /(^|\/)auth[.][a-z]+$/.test(file)) ?? []
    expect(configuration).toContain('user: { ...session.user, id: token.sub }')
    const stored = await initialize(shape, '--adapter', 'sqlite')
    expect(Object.values(filesOf(stored.root)).join('\n')).toContain('user: { ...session.user, id: user.id }')
  })

  it('authwright init changes nothing in a second run', async () => {
    const { root, cwd } = await initialize(shape)
    const before = filesOf(root)
    const { code, output } = await authwright(['init', '--yes', ...install], cwd)
    expect(code).toBe(0)
    expect(output).not.toContain('Wrote')
    expect(filesOf(root)).toEqual(before)
  })

  it('authwright init --dry-run writes nothing, and shows each file as a unified diff', async () => {
    const { root, outcome } = await initialize(shape, '--dry-run')
    expect(filesOf(root)).toEqual(shape.files)
    for (const file of shape.written) {
      expect(outcome.output).toContain(`+++ b/${path.posix.relative(shape.folder ? 'apps/web' : '', file)}`)
    }
    expect(outcome.output).toMatch(/AUTH_SECRET=…/)
  })
})

const next = shapes[0] as Shape
const ofNext = (rest: object) => JSON.stringify({ dependencies: { next: '16.0.0' }, ...rest })

afterEach(() => vi.unstubAllEnvs())

describe('authwright init', () => {
  it('authwright init keeps a secret if a file that takes precedence sets AUTH_SECRET to an empty value', async () => {
    const variables = { '.env.development.local': 'AUTH_SECRET=\n', '.env.local': 'AUTH_SECRET=existing\n' }
    const { root, outcome } = await initialize({ files: { ...next.files, ...variables } })
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(filesOf(root)['.env.local']?.match(/AUTH_SECRET=.*/g)).toEqual(['AUTH_SECRET=existing'])
  })

  it.each([
    ['a value with several lines', 'KEY="first\nhidden-value"'],
    ['a name with a dot', 'my.key=hidden-value'],
    ['a line without a name', 'hidden-value'],
  ])('authwright init does not print %s at the end of a file without a line break', async (_, variables) => {
    const files = { ...next.files, '.env.local': variables }
    const { output } = (await initialize({ files }, '--dry-run')).outcome
    expect(output).toContain('+AUTH_SECRET=…')
    expect(output).not.toContain('hidden-value')
  })

  it('authwright init reads files that start with a byte order mark', async () => {
    const mark = '\uFEFF'
    const env = `${mark}AUTH_SECRET="0123456789abcdef0123456789abcdef"\r\n`
    const files = { ...next.files, 'package.json': `${mark}${next.files['package.json']}`, '.env.local': env }
    const { root, outcome } = await initialize({ files })
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(filesOf(root)['.env.local']?.match(/AUTH_SECRET=/g)).toHaveLength(1)
  })

  it.each([
    [
      'Hono with tsx',
      {
        dependencies: { hono: '4' },
        devDependencies: { tsx: '4' },
        scripts: { dev: 'tsx watch src/index.ts' },
      },
      {
        'tsconfig.json': '{}',
        'src/index.ts': "import { Hono } from 'hono'\nexport const app = new Hono()\n",
      },
      'Next: NODE_ENV=development npx tsx watch --env-file=.env src/index.ts, open',
    ],
    [
      'Express in JavaScript',
      { dependencies: { express: '5' } },
      { 'server.js': "import express from 'express'\nconst app = express()\n" },
      'Next: NODE_ENV=development node --env-file=.env server.js, open',
    ],
    [
      'Express that a file without an extension starts',
      {
        type: 'commonjs',
        dependencies: { express: '5' },
        scripts: { start: 'node --trace-warnings ./bin/www' },
      },
      {
        'app.js': "var express = require('express');\nvar app = express();\nmodule.exports = app;\n",
        'bin/www': "var app = require('../app');\nvar port = normalizePort(process.env.PORT || '3333');\n",
      },
      'Next: NODE_ENV=development node --env-file=.env bin/www, open http://localhost:3333/account',
    ],
    [
      'Node.js in TypeScript',
      {},
      { 'tsconfig.json': '{}', 'src/a.ts': '' },
      // Without a compiler, Node.js finds no module whose import has no extension.
      'Next: NODE_ENV=development npx tsx watch --env-file=.env src/auth-server.ts, open',
    ],
    [
      'Node.js in TypeScript with imports of .ts files',
      {},
      {
        'tsconfig.json': '{ "compilerOptions": { "allowImportingTsExtensions": true, "noEmit": true } }',
        'src/a.ts': '',
      },
      'Next: NODE_ENV=development node --watch --env-file=.env src/auth-server.ts (Node.js 22.18 or later), open',
    ],
    [
      'Hono on Workers',
      { dependencies: { hono: '4' }, devDependencies: { wrangler: '4' } },
      { 'tsconfig.json': '{}', 'src/index.ts': "import { Hono } from 'hono'\nexport default new Hono()\n" },
      'put the lines of .env and NODE_ENV=development into .dev.vars, npx wrangler dev, open',
    ],
    [
      'Hono on Workers that have variables',
      { dependencies: { hono: '4' }, devDependencies: { wrangler: '4' } },
      { '.dev.vars': 'A=1\n', 'src/index.js': "import { Hono } from 'hono'\nexport default new Hono()\n" },
      'put NODE_ENV=development into .dev.vars, npx wrangler dev, open',
    ],
  ])(
    'authwright init prints the command that starts %s with its variables and NODE_ENV, and adds it to the README',
    async (_, manifest, files, command) => {
      const { root, outcome } = await initialize({
        files: {
          'package.json': JSON.stringify({ type: 'module', ...manifest }),
          'README.md': '# Shop\n\nnpm run dev\n',
          ...files,
        },
      })
      expect(outcome.output).toContain(command)
      const [, copied = ''] = command.match(/(?:Next|vars)[:,] (.*?)(?: \(.*)?, open/) ?? []
      expect(copied).toMatch(/^(?:NODE_ENV=development|npx) /)
      expect(filesOf(root)['README.md']).toContain(`\`${copied}\``)
    },
  )

  const built = { outDir: './dist', rootDir: './src', module: 'NodeNext' }
  it.each([
    ['without a build', {}, {}, 'NODE_ENV=production npx tsx --env-file=.env src/index.ts'],
    [
      'with the build of its start script',
      { build: 'tsup src/index.ts', start: 'node dist/index.js' },
      {},
      'npm run build && NODE_ENV=production node --env-file=.env dist/index.js',
    ],
    [
      'with the build of tsc',
      { build: 'tsc -p .' },
      built,
      'npm run build && NODE_ENV=production node --env-file=.env dist/index.js',
    ],
    [
      'with a type check by tsc instead of a build',
      { build: 'tsc' },
      { ...built, noEmit: true },
      'NODE_ENV=production npx tsx --env-file=.env src/index.ts',
    ],
    [
      'with imports of .ts files',
      {},
      { allowImportingTsExtensions: true, noEmit: true },
      'NODE_ENV=production node --env-file=.env src/index.ts (Node.js 22.18 or later)',
    ],
  ])(
    'authwright init prints the command that starts a server in production, and adds it to the README: %s',
    async (_, scripts, compilerOptions, command) => {
      const { root, outcome } = await initialize({
        files: {
          'README.md': '# Shop\n',
          'package.json': JSON.stringify({
            type: 'module',
            scripts,
            dependencies: { hono: '4' },
            devDependencies: { tsx: '4' },
          }),
          'tsconfig.json': JSON.stringify({ compilerOptions }),
          'src/index.ts': "import { Hono } from 'hono'\nexport const app = new Hono()\n",
        },
      })
      expect(outcome.output).toContain(`\nIn production: ${command}\n`)
      expect(outcome.output).toContain('Put both commands into the scripts dev and start of package.json.')
      expect(filesOf(root)['README.md']).toContain(
        `In production: \`${command.replace(/(?: \((.*)\))?$/, (part) => `\`${part}`)}\n`,
      )
    },
  )

  it.each(['Next.js 16, App Router', 'Next.js, Pages Router', 'SvelteKit', 'SolidStart', 'Nuxt', 'Hono'])(
    'authwright init writes pages that show the e-mail address if a user has no name, in %s',
    async (name) => {
      const { root } = await initialize(shapes.find((shape) => shape.name === name) as Shape)
      const written = Object.values(filesOf(root)).join('\n')
      expect(written).toMatch(/(\b[\w.]*user(?:[.]value[?])?)[.]name [?]{2} \1[.]email/)
    },
  )

  it('the Pages Router page of init has a sign-out link for users without name and e-mail address', async () => {
    const { root } = await initialize(shapes.find(({ name }) => name === 'Next.js, Pages Router') as Shape)
    const page = filesOf(root)['src/pages/account.tsx']
    expect(page).toContain(
      '{user !== null && <a className={styles.button} href="/api/auth/signout">Sign out</a>}',
    )
    expect(page).toContain('user: user ? { name: user.name ?? user.email ?? null } : null')
  })

  it.each([
    ['Next.js 16, App Router', "export const metadata: Metadata = { title: 'Account' }"],
    ['Next.js, Pages Router', '<title>Account</title>'],
    ['SvelteKit', '<title>Account</title>'],
    ['SolidStart', '<Title>Account</Title>'],
    ['Nuxt', "useHead({ title: 'Account'"],
    ['Hono', '<title>Account</title>'],
  ])('authwright init gives the account page a title in %s', async (name, title) => {
    const { files } = shapes.find((shape) => shape.name === name) as Shape
    const provider = { 'src/app.tsx': '<MetaProvider></MetaProvider>' }
    const { root } = await initialize({ files: name === 'SolidStart' ? { ...files, ...provider } : files })
    const pages = Object.entries(filesOf(root)).filter(([file]) => /account[^.]*(?:[/].*page)?[.]/.test(file))
    expect(pages.filter(([, text]) => text.includes(title))).toHaveLength(1)
  })

  it('authwright init gives the home page of SvelteKit a title if the page has none', async () => {
    const { files } = shapes.find(({ name }) => name === 'SvelteKit') as Shape
    const home = 'src/routes/+page.svelte'
    const { root } = await initialize({ files })
    expect(filesOf(root)[home]?.match(/<title>Home<\/title>/g)).toHaveLength(1)
    for (const file of [home, 'src/app.html', 'src/routes/+layout.svelte']) {
      const own = '<svelte:head><title>Shop</title></svelte:head>\n'
      const titled = await initialize({ files: { ...files, [file]: `${own}${files[file] ?? ''}` } })
      expect(filesOf(titled.root)[home]).not.toContain('<title>Home')
    }
  })

  it('authwright init gives the pages of Nuxt a language if the application has none', async () => {
    const { files } = shapes.find(({ name }) => name === 'Nuxt') as Shape
    const lang = "htmlAttrs: { lang: 'en' }"
    const { root } = await initialize({ files })
    for (const page of ['account', 'index']) expect(filesOf(root)[`app/pages/${page}.vue`]).toContain(lang)
    const config = "export default defineNuxtConfig({ app: { head: { htmlAttrs: { lang: 'de' } } } })\n"
    const german = await initialize({ files: { ...files, 'nuxt.config.ts': config } })
    expect(filesOf(german.root)['app/pages/account.vue']).not.toContain('lang:')
  })

  it.each([
    ['router.options.ts', 'export default {}\n', 'pages/index.vue'],
    ['spa-loading-template.html', '<p>Loading</p>\n', 'app.vue'],
    ['router.options.ts', 'export default {}\n', 'plugins/log.ts'],
  ])('authwright init uses the root of Nuxt if app/ has only %s', async (file, text, existing) => {
    const { files } = shapes.find(({ name }) => name === 'Nuxt') as Shape
    const { 'app/app.vue': page = '', ...rest } = files
    const { root } = await initialize({ files: { ...rest, [`app/${file}`]: text, [existing]: page } })
    const after = filesOf(root)
    expect(after).toHaveProperty(['pages/account.vue'])
    expect(Object.keys(after).filter((name) => name.startsWith('app/'))).toEqual([`app/${file}`])
  })

  it.each([
    ["srcDir: 'client/'", 'client/'],
    ['srcDir: "./src/web"', 'src/web/'],
    ["srcDir: '.'", ''],
  ])('authwright init uses the source folder of Nuxt: %s', async (option, folder) => {
    const { files } = shapes.find(({ name }) => name === 'Nuxt') as Shape
    const { 'app/app.vue': page = '', ...rest } = files
    const config = `export default defineNuxtConfig({\n  // srcDir: 'old/',\n  ${option},\n})\n`
    const { root } = await initialize({
      files: { ...rest, 'nuxt.config.ts': config, [`${folder}app.vue`]: page },
    })
    const after = filesOf(root)
    expect(after).toHaveProperty([`${folder}pages/account.vue`])
    expect(after[`${folder}app.vue`]).toContain('<NuxtPage')
    expect(after).not.toHaveProperty(['app/pages/account.vue'])
    expect(after).toHaveProperty(['server/utils/auth.ts'])
  })

  it('authwright init sets document.title in an application of SolidStart without <MetaProvider>', async () => {
    const { root } = await initialize(shapes.find(({ name }) => name === 'SolidStart') as Shape)
    const page = filesOf(root)['src/routes/account.tsx']
    expect(page).not.toContain('Title')
    expect(page).toMatch(/onMount\(\(\) => \{\n\s+document\.title = ["']Account["']/)
  })

  it.each(['Next.js 16, App Router', 'SolidStart'])(
    'the button that authwright init writes in %s leads to the account page after the sign-in',
    async (name) => {
      const { root } = await initialize(shapes.find((shape) => shape.name === name) as Shape)
      const written = Object.values(filesOf(root)).join('\n')
      expect(written).toMatch(/await signIn\(undefined, \{ redirectTo: ["']\/account["'] \}\)/)
    },
  )

  it('authwright init adds the next commands to a README and prints them, once', async () => {
    const { files } = shapes.find(({ name }) => name === 'Nuxt') as Shape
    const { root, cwd, outcome } = await initialize({ files: { ...files, 'README.md': '# Shop\n' } })
    const readme = filesOf(root)['README.md']
    expect(readme).toMatch(/^# Shop\n\n## Sign-in\n/)
    for (const name of ['add google', 'add sqlite', 'add password', 'doctor']) {
      expect(readme).toMatch(new RegExp(`^\\S+ authwright ${name} `, 'm'))
      expect(outcome.output).toContain(`authwright ${name}`)
    }
    await authwright(['init', '--yes', ...install], cwd)
    expect(filesOf(root)['README.md']).toBe(readme)
  })

  describe.each(['Next.js 16, App Router', 'SvelteKit', 'SolidStart', 'Nuxt'])('in %s', (name) => {
    const shape = shapes.find((each) => each.name === name) as Shape
    const manifest = JSON.parse(shape.files['package.json'] ?? '')
    const tailwind = { dependencies: { ...manifest.dependencies, tailwindcss: '^4.0.0' } }
    const withTailwind = { ...shape.files, 'package.json': JSON.stringify({ ...manifest, ...tailwind }) }

    it('authwright init puts the sign-in button on the home page of a new application, once', async () => {
      const { root, cwd } = await initialize(shape)
      const [home = ''] = [
        'app/page.tsx',
        'src/routes/+page.svelte',
        'src/routes/index.tsx',
        'app/pages/index.vue',
      ].flatMap((file) => filesOf(root)[file] ?? [])
      expect(home.match(/<SignInButton/g)).toHaveLength(1)
      // Nuxt imports components automatically.
      if (name !== 'Nuxt') expect(home).toMatch(/import (?:\{ )?SignInButton(?: \})? from/)
      const moved = home.replace(/<header[\s\S]*<[/]header>/, '')
      const [file = ''] = Object.entries(filesOf(root)).find(([, text]) => text === home) ?? []
      writeFileSync(path.join(root, file), moved)
      await authwright(['init', '--yes', ...install], cwd)
      expect(filesOf(root)[file]).toBe(moved)
    })

    it('the account page of init supports dark mode unless the application sets colors', async () => {
      const written = async (files: Shape['files']) => {
        const after = filesOf((await initialize({ files })).root)
        const changed = Object.keys(after).filter((file) => after[file] !== files[file])
        return changed.map((file) => after[file]).join('\n')
      }
      const scheme = /color-?scheme['":\s].*light dark/i
      // The home page and the account page each have a rule. In SolidStart, one rule applies to both.
      const count = name === 'SolidStart' ? 1 : 2
      expect((await written(shape.files)).match(new RegExp(scheme, 'gi'))).toHaveLength(count)
      const styled = { ...shape.files, 'app/main.css': 'body {\n  background: white;\n}\n' }
      expect(await written(styled)).not.toMatch(scheme)
    })

    it('init links the account page to the built-in account page if there is a database', async () => {
      const link = /<p.*><a .*href="(?:[/]api)?[/]auth[/]account">Manage your account<[/]a><[/]p>/
      const { root } = await initialize(shape)
      expect(Object.values(filesOf(root)).join('\n')).not.toContain('Manage your account')
      const stored = await initialize(shape, '--adapter', 'sqlite')
      expect(Object.values(filesOf(stored.root)).join('\n')).toMatch(link)
    })

    it('init styles the account page with Tailwind if it is installed, and otherwise with CSS', async () => {
      const added = async (files: Shape['files']) => {
        const after = filesOf((await initialize({ files })).root)
        return Object.keys(after)
          .filter((file) => after[file] !== files[file] && /account|button/i.test(file))
          .map((file) => after[file])
          .join('\n')
      }
      const [plain, classes] = [await added(shape.files), await added(withTailwind)]
      expect(plain).toMatch(/[.]page \{\s+display: flex;/)
      expect(classes).toMatch(/class(?:Name)?="flex min-h-/)
      expect(classes).not.toMatch(/[.]page|styles[.]/)
      // The application has no dark colors, so it is light in dark mode, too.
      expect(classes).not.toContain('dark:')
    })
  })

  it.each([
    [
      "'use client'\n\nexport default function Home() {\n  return (\n    <main>\n      <b>Hi</b>\n    </main>\n  )\n}\n",
    ],
    [
      "/* eslint-disable */\n// The home page.\n'use client'\n\nexport default function Home() {\n  return (\n    <main>\n      <b>Hi</b>\n    </main>\n  )\n}\n",
    ],
    ['export default function Home() {\n  return <h1>Hi</h1>\n}\n'],
    ['export default function Home() {\n  return open ? null : <main>\n    <b>Hi</b>\n  </main>\n}\n'],
    ['const Home = () => null\nexport default Home\n'],
    ['export default function Home() {\n  return (\n    <Landing\n      title="Hi"\n    />\n  )\n}\n'],
  ])('authwright init does not change a home page to which it cannot add a child: %s', async (text) => {
    const { root, cwd, outcome } = await initialize({ files: { ...next.files, 'app/page.tsx': text } })
    expect(outcome.code).toBe(0)
    expect(filesOf(root)['app/page.tsx']).toBe(text)
    const file = text.includes("'use client'") ? 'app/layout.tsx' : 'app/page.tsx'
    expect(outcome.output).toContain(`${file} already exists and was not changed. Add this to it:`)
    expect(outcome.output).toContain('where it belongs: <SignInButton />')
    const { output } = await authwright(['init', '--yes', ...install], cwd)
    expect(output).not.toContain('<SignInButton />')
  })

  it('authwright init adds the button to a page with a generic arrow function', async () => {
    const page =
      'const first = <T extends object>(list: T[]) => list[0]\n\nexport default function Home() {\n  return (\n    <main>\n      <b>Hi</b>\n    </main>\n  )\n}\n'
    const { root } = await initialize({ files: { ...next.files, 'app/page.tsx': page } })
    expect(filesOf(root)['app/page.tsx']).toMatch(/<main>\s+<header[\s\S]+<SignInButton [/]>/)
  })

  it.each([
    ['a line of slashes', `${'/'.repeat(80)}\n`],
    ['many block comments', '/* a */\n'.repeat(60)],
    ['lines of slashes with Windows line ends', `${'/'.repeat(80)}\r\n// Home.\r\n`],
  ])('authwright init adds the button to a page that begins with %s', async (_, banner) => {
    const page =
      'export default function Home() {\n  return (\n    <main>\n      <b>Hi</b>\n    </main>\n  )\n}\n'
    const { root } = await initialize({ files: { ...next.files, 'app/page.tsx': banner + page } })
    expect(filesOf(root)['app/page.tsx']).toMatch(/<main>\s+<header[\s\S]+<SignInButton [/]>/)
  })

  it('authwright init writes a configuration for an application whose end-to-end tests have one', async () => {
    const fixture =
      "import { createAuth } from 'authwright'\n\nexport const auth = createAuth({ providers: [] }).build()\n"
    const { root } = await initialize({ files: { ...next.files, 'e2e/fixture.ts': fixture } })
    expect(filesOf(root)).toMatchObject({
      'e2e/fixture.ts': fixture,
      'auth.ts': expect.stringContaining('createAuth()'),
    })
  })

  it('authwright init mounts the routes in a module with a return statement at the top level', async () => {
    const { root } = await initialize({
      files: {
        'package.json': '{ "dependencies": { "express": "5" } }',
        'server.js':
          "const express = require('express')\nif (process.env.SKIP) return\nconst app = express()\napp.listen(3000)\n",
      },
    })
    expect(filesOf(root)['server.js']).toContain('app.use(authRoutes)')
  })

  it.each([
    [
      'SvelteKit',
      'src/routes/+page.svelte',
      '<script>\n  let count = 0\n</script>\n',
      'session={data.session}',
    ],
    ['SvelteKit', 'src/routes/+page.server.ts', 'export const load = () => ({})\n', 'locals.auth()'],
    ['SolidStart', 'src/routes/index.tsx', 'export default () => <h1>Hi</h1>\n', "SignInButton'"],
    ['Nuxt', 'app/pages/index.vue', '<template><h1>Hi</h1></template>\n', '<SignInButton />'],
    [
      'Next.js, Pages Router',
      'src/pages/index.tsx',
      'export default () => <h1>Hi</h1>\n',
      '<Link href="/account">',
    ],
  ])(
    'authwright init prints the lines for a home page that it cannot change: %s, %s',
    async (name, file, text, line) => {
      const { files } = shapes.find((shape) => shape.name === name) as Shape
      const { root, outcome } = await initialize({ files: { ...files, [file]: text } })
      expect(filesOf(root)[file]).toBe(text)
      expect(outcome.output).toMatch(/was not changed[.] Add this to it:/)
      expect(outcome.output).toContain(line)
    },
  )

  it.each([
    'Hono',
    'Express in JavaScript, comments and odd formatting',
    'Node.js without a framework, in CommonJS',
  ])(
    'authwright init writes pages that show the name of a user as text, never as markup, in %s',
    async (name) => {
      const { root } = await initialize(shapes.find((shape) => shape.name === name) as Shape)
      const [file = ''] = Object.keys(filesOf(root)).filter((each) => each.includes('account-page'))
      const { accountPage } = await import(path.join(root, file))
      const page: string = accountPage({ name: '<script>alert(1)</script>', email: '"><img src=x>' })
      expect(page).not.toMatch(/<script|<img/)
      expect(page).toContain('Signed in as &#60;script&#62;alert(1)&#60;/script&#62;.')
    },
  )

  it.each([
    'Hono',
    'Express in JavaScript, comments and odd formatting',
    'Node.js without a framework, in CommonJS',
  ])('authwright init styles only the sign-out link of the account page as a button, in %s', async (name) => {
    const shape = shapes.find((each) => each.name === name) as Shape
    const { root } = await initialize(shape, '--adapter', 'sqlite')
    const [page = ''] = Object.entries(filesOf(root)).flatMap(([file, text]) =>
      file.includes('account-page') ? [text] : [],
    )
    // The link to the built-in account page is part of a paragraph.
    expect(page).toMatch(
      /<p><a style="color: inherit" href="[/]auth[/]account">Manage your account<[/]a><[/]p>/,
    )
    const rule = page.match(/^ *([^{}\n]*) \{[^}]*padding: 0\.5rem 1\.25rem;/m)?.[1]
    expect(rule).toBe('section > a')
  })

  it('init and add declare a variable that src/env.ts contains only in a comment or in other code', async () => {
    const commented = `import { defineEnvVars } from '@sveltejs/kit/env'\n\n// AUTH_SECRET, AUTH_GITHUB_ID, AUTH_GITHUB_SECRET and AUTH_GOOGLE_ID are not used yet.\nexport const later = ['AUTH_GOOGLE_ID']\nexport const variables = defineEnvVars({ 'AUTH_GOOGLE_SECRET': {} })\n`
    const files = {
      'package.json': '{ "type": "module", "devDependencies": { "@sveltejs/kit": "^3.0.0" } }',
      'tsconfig.json': '{}',
      'src/env.ts': commented,
    }
    const { root, outcome, cwd } = await initialize({ files })
    expect(outcome.output).toMatch(/\n\s+AUTH_SECRET: \{\},\n/)
    await authwright(['add', 'google', ...install], cwd)
    const added = filesOf(root)['src/env.ts'] ?? ''
    expect(added).toContain('  AUTH_GOOGLE_ID: {},')
    expect(added).not.toContain('  AUTH_GOOGLE_SECRET: {},')
  })

  it('init and add declare the variables of the .env file in SvelteKit 3, or list them if they cannot', async () => {
    const files = {
      'package.json': '{ "type": "module", "devDependencies": { "@sveltejs/kit": "^3.0.0" } }',
      'tsconfig.json': '{}',
    }
    const { root, outcome, cwd } = await initialize({ files })
    const declared = filesOf(root)['src/env.ts'] ?? ''
    expect(declared).toMatch(/defineEnvVars\(\{\s+AUTH_SECRET: \{\},\s+AUTH_GITHUB_ID: \{\},/)
    expect(filesOf(root)['src/routes/account/+page.svelte']).toContain("from '../../lib/SignInButton.svelte'")
    expect(outcome.output).not.toContain('Add to it')
    const again = await authwright(['init', '--yes', ...install], cwd)
    expect(again.output).not.toMatch(/Wrote|Add to it/)

    const own =
      "import { defineEnvVars } from '@sveltejs/kit/env'\n\nexport const variables = defineEnvVars({ PORT: {} })\n"
    const given = await initialize({ files: { ...files, 'src/env.ts': own } })
    expect(filesOf(given.root)['src/env.ts']).toBe(own)
    expect(given.outcome.output).toContain('src/env.ts already exists and was not changed. Add this to it:')
    expect(given.outcome.output).toMatch(/\n\s+AUTH_SECRET: \{\},\n/)

    const google = ['add', 'google', ...install]
    await authwright(google, cwd)
    const added = filesOf(root)['src/env.ts'] ?? ''
    expect(added).toMatch(/AUTH_GOOGLE_ID: \{\},\s+AUTH_GOOGLE_SECRET: \{\},/)
    expect(added).toContain('AUTH_SECRET: {},')
    await authwright(google, cwd)
    expect(filesOf(root)['src/env.ts']).toBe(added)
    // A longer name does not declare the shorter one.
    const longer =
      "import { defineEnvVars } from '@sveltejs/kit/env'\n\nexport const variables = defineEnvVars({ AUTH_GOOGLE_ID_OLD: {} })\n"
    writeFileSync(path.join(cwd, 'src/env.ts'), longer)
    await authwright(google, cwd)
    expect(filesOf(root)['src/env.ts']).toContain('AUTH_GOOGLE_ID: {},')
    const elsewhere =
      "import { defineEnvVars } from '@sveltejs/kit/env'\nimport { all } from './all'\n\nexport const variables = defineEnvVars(all)\n"
    writeFileSync(path.join(root, 'src/env.ts'), elsewhere)
    const { output } = await authwright(['add', 'gitlab', ...install], cwd)
    expect(filesOf(root)['src/env.ts']).toBe(elsewhere)
    expect(output).toContain('Declare these variables in src/env.ts: AUTH_GITLAB_ID, AUTH_GITLAB_SECRET.')

    const ofKit2 = await initialize({
      files: { ...files, 'package.json': files['package.json'].replace('^3', '^2') },
    })
    expect(filesOf(ofKit2.root)['src/env.ts']).toBeUndefined()
  })

  it.each([
    ['npm run dev', { dependencies: { next: '16.0.0' }, scripts: { dev: 'next dev' } }],
    [
      'pnpm run dev',
      { dependencies: { next: '16.0.0' }, scripts: { dev: 'x' }, packageManager: 'pnpm@10.0.0' },
    ],
    ['NODE_ENV=development node --env-file=.env auth-server.mjs', { dependencies: {} }],
  ])('authwright init prints the command %s and the page to open at the end', async (command, manifest) => {
    const files = { 'package.json': JSON.stringify(manifest) }
    const { outcome } = await initialize({ files })
    expect(outcome.output).toContain(`Next: ${command}, open http://localhost:3000/account, and sign in as`)
    expect(outcome.output).toContain('Later, with real accounts: set AUTH_GITHUB_ID, AUTH_GITHUB_SECRET.')
    expect(outcome.output).toMatch(
      /on this machine: set them in \.env.*, and replace dev\(\) with the provider in auth\.m?[jt]s/,
    )
    const real = await initialize({ files }, '--provider', 'google')
    expect(real.outcome.output).toContain('Next: set AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET in .env')
  })

  it('authwright init says where the routes belong if it finds no application of Express', async () => {
    const { outcome } = await initialize({
      files: { 'package.json': '{ "dependencies": { "express": "5" } }' },
    })
    expect(outcome.output).toContain(
      'The module that calls express() already exists and was not changed. Add this to it:',
    )
    expect(outcome.output).toContain('app.use(authRoutes)')
  })

  it.each([
    ['14.2.0', 'middleware.ts', false],
    ['15.4.9', 'middleware.ts', false],
    ['15.5.0', 'middleware.ts', true],
    ['16.0.0', 'proxy.ts', false],
  ])(
    'authwright init for Next.js %s writes %s with the option `runtime`: %s',
    async (version, file, hasRuntime) => {
      const manifest = JSON.stringify({ dependencies: { next: version } })
      const { root } = await initialize({ files: { ...next.files, 'package.json': manifest } })
      const { [file]: guard = '' } = filesOf(root)
      expect(guard).toContain("matcher: ['/((?!api")
      expect(guard.includes("  runtime: 'nodejs',\n")).toBe(hasRuntime)
    },
  )

  it('authwright init configures test users in development by default, and GitHub in production', async () => {
    const { root } = await initialize(next)
    const { 'auth.ts': auth } = filesOf(root)
    expect(auth).toContain("process.env.NODE_ENV === 'production' ? github() : dev({ as: github() })")
  })

  it('init says to replace dev() only where dev() takes the place of a provider', async () => {
    const { outcome: alone } = await initialize(next)
    expect(alone.output).toContain('and replace dev() with the provider')
    const { outcome: beside } = await initialize(next, '--provider', 'google,dev')
    expect(beside.output).toContain('on this machine: set them in .env.local\n')
  })

  it('authwright init prints no http: callback URL for providers that refuse it', async () => {
    const { outcome } = await initialize(next, '--provider', 'apple,github')
    expect(outcome.output).toContain(
      'callback URL of apple: https://<your application>/api/auth/callback/apple\n',
    )
    expect(outcome.output).toContain(
      'callback URL of github: http://localhost:3000/api/auth/callback/github\n',
    )
  })

  it('authwright init writes providers, an adapter and their variables by flags', async () => {
    const args = ['--provider', 'github,keycloak', '--provider', 'google', '--adapter', 'sqlite']
    const { root, outcome } = await initialize(next, ...args)
    const { 'auth.ts': auth, '.env.local': variables, '.gitignore': ignored } = filesOf(root)
    for (const step of ['github()', 'keycloak()', 'google()']) expect(auth).toContain(`.provider(${step})`)
    expect(auth).toContain(".adapter(sqlite('auth.db'))")
    for (const name of ['AUTH_GITHUB_ID', 'AUTH_GOOGLE_SECRET', 'AUTH_KEYCLOAK_ISSUER']) {
      expect(variables).toContain(`\n${name}=\n`)
    }
    expect(ignored).toContain('auth.db*')
    expect(outcome.output).toContain('http://localhost:3000/api/auth/callback/google')
    expect(outcome.output).toContain('npm i authwright @libsql/client')
  })

  it('authwright init suggests only additions that the application does not have', async () => {
    const suggested = ({ outcome }: Awaited<ReturnType<typeof initialize>>) =>
      [...outcome.output.matchAll(/authwright add (\w+)/g)].map(([, name]) => name)
    expect(suggested(await initialize(next))).toEqual(['google', 'sqlite', 'password'])
    const chosen = await initialize(next, '--provider', 'google', '--adapter', 'pg')
    expect(suggested(chosen)).toEqual(['password'])
  })

  it.each([
    ['--provider', 'gihub', 'github'],
    ['--adapter', 'mongodb', 'sqlite'],
    ['--framework', 'remix', 'nuxt'],
  ])(
    'authwright init writes nothing if the value of `%s %s` is unknown, and suggests %s',
    async (flag, value, known) => {
      const { root, outcome } = await initialize(next, flag, value)
      expect(outcome.code).toBe(1)
      expect(outcome.error).toContain(known)
      expect(filesOf(root)).toEqual(next.files)
    },
  )

  it.each([
    ['pnpm-lock.yaml', { 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n" }, 'pnpm add'],
    ['the field packageManager', { 'package.json': ofNext({ packageManager: 'pnpm@10.34.9' }) }, 'pnpm add'],
    ['a lockfile of the monorepo', { 'pnpm-lock.yaml': '', 'apps/web/package.json': ofNext({}) }, 'pnpm add'],
    ['yarn.lock', { 'yarn.lock': '' }, 'yarn add'],
    ['bun.lock', { 'bun.lock': '{}' }, 'bun add'],
    ['package-lock.json', { 'package-lock.json': '{}' }, 'npm i'],
  ])(
    'authwright init installs with the package manager of %s, even if another package manager runs the command',
    async (_, files, command) => {
      vi.stubEnv('npm_config_user_agent', 'npm/11.0.0 node/v22.0.0 linux x64')
      const root = project({ ...next.files, ...files })
      const cwd = path.join(root, 'apps/web/package.json' in files ? 'apps/web' : '.')
      const { executed } = await authwright(['init', '--yes', '--adapter', 'pg'], cwd)
      expect(executed).toEqual([`${command} authwright pg`])
    },
  )

  it.each(['npm i', 'pnpm add', 'yarn add', 'bun add'])(
    'authwright init installs with "%s" if nothing was installed yet and that program runs the command',
    async (command) => {
      vi.stubEnv('npm_config_user_agent', `${command.split(' ')[0]}/10.0.0 npm/? node/v22.0.0 linux x64`)
      const { executed, output } = await authwright(['init', '--yes'], project(next.files))
      expect(executed).toEqual([`${command} authwright`])
      expect(output).toContain(`Next.js 16, TypeScript, ${command.split(' ')[0]}`)
    },
  )

  it('authwright init prints no version of a framework whose range has none', async () => {
    const files = { 'package.json': '{ "dependencies": { "next": "catalog:react19" } }' }
    expect((await initialize({ files })).outcome.output).toContain('Next.js, JavaScript')
  })

  it('authwright init writes nothing if auth.ts belongs to another library', async () => {
    const files = {
      ...next.files,
      'auth.ts': "import NextAuth from 'next-auth'\n\nexport const { auth } = NextAuth({})\n",
    }
    const { root, outcome } = await initialize({ files })
    expect(outcome.code).toBe(1)
    expect(outcome.error).toContain('auth.ts already exists')
    expect(filesOf(root)).toEqual(files)
  })

  it('authwright init does not change a configuration that was edited', async () => {
    const { root, cwd } = await initialize(next)
    const auth =
      "import { createAuth } from 'authwright/next'\n// Mine.\nexport const { handlers, auth } = createAuth().build()\n"
    writeFileSync(path.join(root, 'auth.ts'), auth)
    const { error } = await authwright(['init', '--yes', ...install, '--provider', 'google'], cwd)
    expect(filesOf(root)['auth.ts']).toBe(auth)
    expect(error).toContain('auth.ts exists, so --provider and --adapter change nothing.')
  })

  it('authwright init with a database says which variable of the database to set', async () => {
    const { outcome } = await initialize(next, '--adapter', 'pg')
    expect(outcome.output).toContain('Next: set DATABASE_URL in .env.local, start the application')
    expect(outcome.output).toContain('Later, with real accounts: set AUTH_GITHUB_ID, AUTH_GITHUB_SECRET.')
  })

  it('authwright init writes quotes, semicolons and indents as the project does', async () => {
    const { root } = await initialize(shapes[1] as Shape)
    const { 'src/auth.ts': auth = '', 'src/components/sign-in-button.tsx': button = '' } = filesOf(root)
    expect(auth).toContain('import { createAuth } from "authwright/next";\n')
    expect(auth).toContain('\n\t.provider(')
    expect(button).toContain('\n\treturn session ? (\n\t\t<form action={leave}>')
    expect(auth + button).not.toContain("'")
  })

  it('authwright init writes no semicolons if the only code of a new Nuxt application has none', async () => {
    const { files } = shapes.find(({ name }) => name === 'Nuxt') as Shape
    const config = "export default defineNuxtConfig({\n  compatibilityDate: '2026-07-15',\n})\n"
    const open = await initialize({ files: { ...files, 'nuxt.config.ts': config } })
    expect(filesOf(open.root)['server/utils/auth.ts']).not.toMatch(/;$/m)
    const ended = await initialize({ files: { ...files, 'nuxt.config.ts': config.replace('})', '});') } })
    expect(filesOf(ended.root)['server/utils/auth.ts']).toMatch(/;$/m)
  })

  it('authwright init adds the first import of a home page in the style of the project', async () => {
    const page = `export default function Home() {\n\treturn (\n\t\t<main>\n\t\t\t<b>Hi</b>\n\t\t</main>\n\t);\n}\n`
    const { root } = await initialize({ files: { ...shapes[1]?.files, 'src/app/page.tsx': page } })
    expect(filesOf(root)['src/app/page.tsx']).toBe(
      page
        .replace(/^/, 'import { SignInButton } from "../components/sign-in-button";\n\n')
        .replace(
          '<main>',
          '<main>\n\t\t\t<header style={{ position: "absolute", top: "1rem", right: "1rem" }}>\n\t\t\t\t<SignInButton />\n\t\t\t</header>',
        )
        .concat('\nexport const viewport = { colorScheme: "light dark" } as const;\n'),
    )
  })

  it.each(['', '\n'])(
    'authwright init adds the first import of the home page after a directive, followed by an empty line: %j',
    async (gap) => {
      const { files } = shapes.find(({ name }) => name === 'Next.js 16, App Router') as Shape
      const page =
        'export default async function Home() {\n  return (\n    <main>\n      <b>Hi</b>\n    </main>\n  )\n}\n'
      const { root } = await initialize({ files: { ...files, 'app/page.tsx': `'use cache'\n${gap}${page}` } })
      expect(filesOf(root)['app/page.tsx']).toMatch(
        /^'use cache'\nimport [^\n]+\n\nexport default async function Home/,
      )
    },
  )

  it('init uses the import aliases of the project, and relative paths for files without an alias', async () => {
    const { root } = await initialize(shapes[5] as Shape)
    const files = filesOf(root)
    expect(files['apps/web/src/app/api/auth/[...auth]/route.ts']).toContain("from '@web/auth'")
    expect(files['apps/web/src/proxy.ts']).toContain("from './auth'")
  })

  it('authwright init writes nothing outside of the project through a linked folder', async () => {
    const [root, outside] = [project(next.files), project({})]
    mkdirSync(path.join(outside, 'target'))
    symlinkSync(path.join(outside, 'target'), path.join(root, 'components'))
    const { code, error } = await authwright(['init', '--yes', ...install], root)
    expect(code).toBe(1)
    expect(error).toContain('outside of the project')
    expect(filesOf(outside)).toEqual({})
    expect(filesOf(root)).toEqual(next.files)
  })

  it('authwright init prompts for providers, a database and each change of an existing file in a terminal', async () => {
    const asked: string[] = []
    const hook = shapes[7] as Shape
    const root = project(hook.files)
    const { code, output } = await authwright(['init', ...install], root, {
      prompts: {
        select: async (question) => {
          asked.push(question)
          return 'sqlite' as never
        },
        multiselect: async (question, options) => {
          asked.push(question)
          expect(options[0]).toMatchObject({
            value: 'dev',
            hint: expect.stringContaining('GitHub in production'),
          })
          return ['google'] as never
        },
        confirm: async (question) => {
          asked.push(question)
          return true
        },
      },
    })
    expect(code).toBe(0)
    expect(asked).toEqual([
      expect.stringContaining('Providers'),
      'Database',
      'Change src/hooks.server.js like this?',
    ])
    expect(output).toContain('-export const handle = async ({ event, resolve }) => {')
    const hooks = filesOf(root)['src/hooks.server.js']
    expect(hooks).toContain('const handleRequests = async ({ event, resolve }) => {\n  // Ours.')
    expect(hooks).toContain('export const handle = sequence(authenticate, handleRequests)')
  })
})

describe('init and existing files of SvelteKit', () => {
  const { files } = shapes.find(({ name }) => name === 'SvelteKit') as Shape
  const hooks = 'src/hooks.server.ts'
  /** The result of `init` if the user agrees to each change. */
  const changed = async (more: Readonly<Record<string, string>>) => {
    const root = project({ ...files, ...more })
    const asked: string[] = []
    const prompts = {
      select: async () => 'none' as never,
      multiselect: async () => ['github'] as never,
      confirm: async (question: string) => asked.push(question) > 0,
    }
    await authwright(['init', ...install], root, { prompts })
    return { files: filesOf(root), asked }
  }

  it.each([
    [
      'a destructured hook',
      "import { create } from './lib/create'\nexport const { handle, handleError } = create()\n",
    ],
    ['hooks of another module', "export * from './lib/hooks'\n"],
    ['two hooks in one declaration', 'export const handle = first, handleError = second\n'],
    [
      'a variable handleRequests',
      'const handleRequests = 1\nexport const handle = ({ event, resolve }) => resolve(event)\n',
    ],
  ])('init does not change %s by itself', async (_, code) => {
    const root = project({ ...files, [hooks]: code })
    const { output } = await authwright(['init', '--yes', ...install], root)
    expect(filesOf(root)[hooks]).toBe(code)
    expect(output).toContain(`${hooks} already exists and was not changed.`)
    expect(output).toContain('export const handle = sequence(authenticate, /* your handle */)')
    expect((await changed({ [hooks]: code })).asked).toEqual([`Change ${hooks} like this?`])
  })

  it('init imports the hook under a name that the file does not use yet', async () => {
    const code =
      "import { authenticate } from './lib/session'\n\nexport const handle = async ({ event, resolve }) => resolve(authenticate(event))\n"
    const after = (await changed({ [hooks]: code })).files[hooks]
    expect(after).toContain("import { handle as handleSignIn } from './auth'")
    expect(after).toContain('export const handle = sequence(handleSignIn, handleRequests)')
  })

  it('init does not turn a global namespace App into a namespace of a module', async () => {
    const types = 'declare namespace App {\n\tinterface Platform {}\n}\n'
    const root = project({ ...files, 'src/app.d.ts': types })
    const { output } = await authwright(['init', '--yes', ...install], root)
    expect(filesOf(root)['src/app.d.ts']).toBe(types)
    expect(output).toMatch(/interface Locals extends AuthLocals[\s\S]*declare module 'authwright'/)
    expect(output).toContain('and in namespace App of declare global: interface Locals')
  })
})

describe('init and files with the line ends of Windows', () => {
  it.each([
    ['SvelteKit', 'src/routes/+page.svelte', '<h1>Welcome</h1>\r\n<p>Hi</p>\r\n'],
    ['SvelteKit', 'README.md', '# Example\r\n\r\nText\r\n'],
    ['SvelteKit', '.env', '# Variables\r\nAUTH_SECRET= \r\n'],
    ['SvelteKit', '.gitignore', 'node_modules\r\n'],
    ['Nuxt', 'app/pages/index.vue', '<template>\r\n  <div>\r\n    <p />\r\n  </div>\r\n</template>\r\n'],
  ])('init for %s adds lines with the line ends of Windows to %s', async (framework, file, before) => {
    const { files } = shapes.find(({ name }) => name === framework) as Shape
    const { root } = await initialize({ files: { ...files, [file]: before } })
    const after = filesOf(root)[file] ?? ''
    expect(after.length).toBeGreaterThan(before.length)
    expect(after).not.toMatch(/(?<!\r)\n/)
  })
})

it.each([
  ['Next.js 16, App Router', 'app/account/page.tsx'],
  ['SvelteKit', 'src/routes/account/+page.svelte'],
  ['SolidStart', 'src/routes/account.tsx'],
  ['Nuxt', 'app/pages/account.vue'],
])('the account page of %s does not split a name that starts with an emoji', async (framework, page) => {
  const { files } = shapes.find(({ name }) => name === framework) as Shape
  const { root } = await initialize({ files })
  const [, expression = ''] = filesOf(root)[page]?.match(/avatar.*?>\{+ ?([^{}]+?) ?\}/) ?? []
  const first = new Function('name', 'known', `return ${expression}`)
  expect(first('\u{1f600} Ada', () => ({ name: '\u{1f600} Ada' }))).toBe('\u{1f600}')
})

it('init for SolidStart does not change a route of Auth.js, and prints the lines to add to it', async () => {
  const { files } = shapes.find(({ name }) => name === 'SolidStart') as Shape
  const route = 'src/routes/api/auth/[...auth].ts'
  const code = "import { SolidAuth } from '@auth/solid-start'\n\nexport const { GET, POST } = SolidAuth({})\n"
  const { root, outcome } = await initialize({ files: { ...files, [route]: code } })
  expect(filesOf(root)[route]).toBe(code)
  expect(outcome.output).toContain(`${route} already exists and was not changed.`)
  expect(outcome.output).toContain('export const { GET, POST } = auth')
})

it.each([
  ['astro', 'Astro', '#astro'],
  ['@react-router/dev', 'React Router', '#react-router-7-and-8'],
  ['@tanstack/react-start', 'TanStack Start', '#tanstack-start'],
  ['fastify', 'Fastify', '#servers'],
  ['koa', 'Koa', '#servers'],
  ['elysia', 'Elysia', '#servers'],
])('authwright init writes no Node.js server into an application with %s', async (name, title, section) => {
  const files = { 'package.json': JSON.stringify({ dependencies: { [name]: '*' } }) }
  const { root, outcome } = await initialize({ files })
  expect(outcome.code).toBe(1)
  expect(outcome.error).toContain(`init writes no files for ${title}.`)
  expect(outcome.error).toContain(`other-frameworks.md${section}`)
  expect(filesOf(root)).toEqual(files)
  const page = readFileSync(new URL('../../docs/other-frameworks.md', import.meta.url), 'utf8')
  expect(page.match(/^## .*$/gm)?.map(anchor)).toContain(section)
})

const anchor = (heading: string) =>
  `#${heading
    .slice(3)
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')}`

it.each([
  ['(shop)', ['app/(admin)/layout.tsx', 'app/(shop)/layout.tsx', 'app/(shop)/page.tsx']],
  ['(shop)', ['app/(shop)/layout.tsx', 'app/(shop)/about/layout.tsx', 'app/about/layout.tsx']],
  ['', ['app/layout.tsx', 'app/(shop)/layout.tsx', 'app/(shop)/page.tsx']],
  ['', ['app/[locale]/layout.tsx', 'app/[locale]/page.tsx']],
])(
  'authwright init writes the account page of Next.js below the root layout, in app/%s',
  async (group, files) => {
    const { root } = await initialize({
      files: {
        'package.json': ofNext({}),
        'tsconfig.json': '{}',
        ...Object.fromEntries(files.map((file) => [file, ''])),
      },
    })
    const written = filesOf(root)
    expect(written[path.posix.join('app', group, 'account/page.tsx')]).toContain('auth.protect')
    expect(written['app/api/auth/[...auth]/route.ts']).toContain('handlers')
  },
)

it.each([
  ['src/auth/index.ts', { hono: '4' }, '{}'],
  ['src/auth.tsx', { next: '16' }, '{}'],
  ['src/auth/index.js', { '@solidjs/start': '1' }, undefined],
])(
  'authwright init does not replace %s in the imports of the application',
  async (file, dependencies, config) => {
    const files = {
      'package.json': JSON.stringify({ type: 'module', dependencies }),
      ...(config && { 'tsconfig.json': config }),
      [file]: 'export const user = 1\n',
    }
    const { root, outcome } = await initialize({ files })
    expect({ code: outcome.code, error: outcome.error }).toEqual({
      code: 1,
      error: expect.stringContaining(`${file} exists, and src/auth.`),
    })
    expect(filesOf(root)).toEqual(files)
  },
)

it('authwright init writes auth.ts beside a folder auth if imports have extensions', async () => {
  const files = {
    'package.json': '{ "type": "module", "dependencies": { "hono": "4" } }',
    'tsconfig.json': '{ "compilerOptions": { "module": "nodenext" } }',
    'src/auth/index.ts': 'export const user = 1\n',
  }
  const { root, outcome } = await initialize({ files })
  expect(outcome).toMatchObject({ code: 0, error: '' })
  expect(filesOf(root)['src/auth.ts']).toContain('createAuth()')
})

it.each([
  ['components/sign-in-button.tsx', { next: '16' }, 'export function SignInButton() {'],
  ['src/components/SignInButton.tsx', { '@solidjs/start': '1' }, 'export function SignInButton() {'],
  ['account-page.ts', { hono: '4' }, 'export function accountPage('],
  ['account-page.ts', {}, 'export function accountPage('],
])('authwright init prints the code for another %s', async (file, dependencies, code) => {
  const own = 'export default function other() {}\n'
  const files = {
    'package.json': JSON.stringify({ type: 'module', dependencies }),
    'tsconfig.json': '{}',
    [file]: own,
  }
  const { root, outcome } = await initialize({ files })
  expect(outcome.output).toContain(`${file} already exists and was not changed. Add this to it:`)
  expect(outcome.output).toContain(code)
  expect(filesOf(root)[file]).toBe(own)
})

it.each([
  ['workspaces in package.json', { 'package.json': '{ "workspaces": ["apps/*"] }' }],
  ['pnpm-workspace.yaml', { 'package.json': '{}', 'pnpm-workspace.yaml': "packages:\n  - 'apps/*'\n" }],
])('authwright init writes nothing into the root of a workspace with %s', async (_, rootFiles) => {
  const files = { ...rootFiles, 'apps/web/package.json': '{ "dependencies": { "next": "16" } }' }
  const { root, outcome } = await initialize({ files })
  expect({ code: outcome.code, error: outcome.error }).toEqual({
    code: 1,
    error: expect.stringContaining('Run init in the folder of the application: apps/web.'),
  })
  expect(filesOf(root)).toEqual(files)
})

it.each([
  ["packages:\n  - 'packages/*'\n", 'pnpm add --ignore-workspace-root-check authwright'],
  ['onlyBuiltDependencies: []\n', 'pnpm add authwright'],
])(
  'authwright init installs into an application with the pnpm-workspace.yaml %j',
  async (workspace, command) => {
    const root = project({ ...next.files, 'pnpm-lock.yaml': '', 'pnpm-workspace.yaml': workspace })
    const { executed } = await authwright(['init', '--yes'], root)
    expect(executed).toEqual([command])
  },
)

it('authwright init installs the router of Solid, which the bare template of SolidStart lacks', async () => {
  const root = project({
    'package.json': '{ "type": "module", "dependencies": { "@solidjs/start": "^1.0.0" } }',
  })
  expect((await authwright(['init', '--yes'], root)).executed).toEqual(['npm i authwright @solidjs/router'])
})

it('authwright init runs in an application with settings of pnpm in pnpm-workspace.yaml', async () => {
  const files = {
    'package.json': '{ "type": "module" }',
    'pnpm-workspace.yaml': 'onlyBuiltDependencies:\n  - esbuild\n',
    'demo/package.json': '{}',
  }
  const { outcome } = await initialize({ files })
  expect(outcome).toMatchObject({ code: 0, error: '' })
})

it('authwright init writes the files of Node.js with --framework node', async () => {
  const { outcome } = await initialize(
    { files: { 'package.json': JSON.stringify({ dependencies: { astro: '*' } }) } },
    '--framework',
    'node',
  )
  expect(outcome).toMatchObject({ code: 0, error: '' })
})
describe('the module of the application in Hono and Express', () => {
  const api =
    "import { Hono } from 'hono'\n\nexport const api = new Hono()\napi.get('/', (c) => c.text('Hi'))\n"
  const served =
    "import { serve } from '@hono/node-server'\nimport { Hono } from 'hono'\nimport { api } from './api.js'\n\nconst app = new Hono()\napp.route('/api', api)\nserve(app)\n"
  const hono = {
    'package.json':
      '{ "type": "module", "dependencies": { "hono": "4" }, "devDependencies": { "tsx": "4" } }',
    'tsconfig.json': '{ "compilerOptions": { "module": "NodeNext" } }',
  }
  const express = { 'package.json': '{ "type": "module", "dependencies": { "express": "5" } }' }
  const expressApp = (name: string, rest = '') =>
    `import express from 'express'\n\nexport const ${name} = express()\n${rest}`

  it.each<[string, Record<string, string>, string, string]>([
    [
      'the module that mounts a router',
      { ...hono, 'src/api.ts': api, 'src/index.ts': served },
      'src/index.ts',
      'src/index.ts',
    ],
    [
      'an application that another module starts',
      {
        ...hono,
        'src/api.ts': `${api}export default api\n`,
        'src/core.ts':
          "import { Hono } from 'hono'\nimport { api } from './api.js'\n\nexport const core = new Hono()\ncore.route('/api', api)\n",
        'src/start.ts':
          "import { serve } from '@hono/node-server'\nimport { core } from './core.js'\n\nserve(core)\n",
      },
      'src/core.ts',
      'src/start.ts',
    ],
    [
      'the module of the script `dev`',
      {
        ...hono,
        'package.json': hono['package.json'].replace('{', '{ "scripts": { "dev": "tsx watch src/web.ts" },'),
        'src/mock.ts':
          "import { serve } from '@hono/node-server'\nimport { Hono } from 'hono'\n\nconst app = new Hono()\nserve(app)\n",
        'src/web.ts':
          "import { serve } from '@hono/node-server'\nimport { Hono } from 'hono'\n\nconst app = new Hono()\nserve(app)\n",
      },
      'src/web.ts',
      'src/web.ts',
    ],
    [
      'the module of `main`, which the build writes to another folder',
      {
        ...hono,
        'package.json': hono['package.json'].replace('{', '{ "main": "./dist/web.js",'),
        'src/mock.ts':
          "import { Hono } from 'hono'\n\nexport default new Hono()\nexport const app = new Hono()\n",
        'src/web.ts': "import { Hono } from 'hono'\n\nexport const app = new Hono()\n",
      },
      'src/web.ts',
      'src/web.ts',
    ],
    [
      'the module that exports the application by default',
      {
        ...hono,
        'src/a.ts': "import { Hono } from 'hono'\n\nexport const a = new Hono()\n",
        'src/z.ts': "import { Hono } from 'hono'\n\nconst app = new Hono()\nexport default app\n",
      },
      'src/z.ts',
      'src/z.ts',
    ],
    [
      'the module that listens',
      { ...express, 'admin.js': expressApp('admin'), 'web.js': expressApp('web', 'web.listen(3000)\n') },
      'web.js',
      'web.js',
    ],
    [
      'the module with the usual name',
      { ...express, 'admin.js': expressApp('admin'), 'server.js': expressApp('server') },
      'server.js',
      'server.js',
    ],
    [
      'a module with JSX',
      {
        ...hono,
        'src/api.ts': api,
        'src/index.tsx': served.replace(
          'serve(app)',
          "app.get('/', (c) => c.html(<h1>Shop</h1>))\nserve(app)",
        ),
      },
      'src/index.tsx',
      'src/index.tsx',
    ],
    [
      'the module with JSX of the script `dev`',
      {
        ...hono,
        'package.json': hono['package.json'].replace('{', '{ "scripts": { "dev": "tsx watch src/web.tsx" },'),
        'src/mock.ts': served.replace("import { api } from './api.js'\n", '').replace(/app.route.*\n/, ''),
        'src/web.tsx':
          "import { Hono } from 'hono'\n\nexport const app = new Hono()\napp.get('/', (c) => c.html(<h1>Shop</h1>))\n",
      },
      'src/web.tsx',
      'src/web.tsx',
    ],
    [
      'an application that tests start, too',
      {
        ...express,
        'src/app.js': expressApp('app'),
        'src/__tests__/server.js':
          "import express from 'express'\nimport { app } from '../app.js'\n\nconst server = express()\nserver.use(app)\nserver.listen(0)\n",
      },
      'src/app.js',
      'src/app.js',
    ],
    ...[
      "import type { Env } from './site.js'",
      "import type {\n  Env,\n} from './site.js'",
      "import type Site from './site.js'",
      "export type * as site from './site.js'",
      "import { type Env } from './site.js'",
      "import {\n  type Env,\n  type Other,\n} from './site.js'",
      "export type { Env } from './site.js'",
      "// import { app } from './site.js'",
      "/*\nimport { app } from './site.js'\n*/",
    ].map((line): [string, Record<string, string>, string, string] => [
      `an application with a router that contains \`${line.replaceAll('\n', ' ')}\``,
      {
        ...hono,
        'src/site.ts':
          "import { Hono } from 'hono'\nimport { users } from './users.js'\n\nexport type Env = object\nexport type Other = object\nexport const app = new Hono()\napp.route('/users', users)\n",
        'src/users.ts': `import { Hono } from 'hono'\n${line}\n\nexport const users = new Hono()\n`,
      },
      'src/site.ts',
      'src/site.ts',
    ]),
  ])(
    'authwright init mounts the routes in %s, and prints the command that starts it',
    async (_, files, mounted, started) => {
      const { root, outcome } = await initialize({ files })
      const after = filesOf(root)
      const changed = Object.keys(files).filter((file) => after[file] !== files[file])
      expect(changed).toEqual([mounted])
      expect(outcome.output).toMatch(new RegExp(`Next: NODE_ENV=development .* ${started}, open`))
      expect(outcome.output).toMatch(new RegExp(`In production: NODE_ENV=production .* ${started}\n`))
    },
  )

  it('authwright init mounts the routes in the application, and not in a router of the same module', async () => {
    const source =
      "import { serve } from '@hono/node-server'\nimport { Hono } from 'hono'\n\nconst api = new Hono()\nconst app = new Hono()\napp.route('/api', api)\nserve(app)\n"
    const { root } = await initialize({ files: { ...hono, 'src/index.ts': source } })
    expect(filesOf(root)['src/index.ts']).toContain("const app = new Hono()\napp.route('/', authRoutes)\n")
  })

  it('authwright init finds the application among 390 modules that import each other', async () => {
    const names = Array.from({ length: 390 }, (_, index) => `m${index}`)
    const modules = names.map((name, index) => {
      const imports = [1, 2, 3, 4, 5, 6].map(
        (step) => `import './m${(index + step * step * 7) % names.length}.js'\n`,
      )
      const router = index % 6 === 0 ? `export const ${name} = new Hono()\n` : ''
      return [`src/${name}.ts`, `import { Hono } from 'hono'\n${imports.join('')}${router}`]
    })
    const app =
      "import { Hono } from 'hono'\nimport { m0 } from './m0.js'\n\nexport const app = new Hono()\napp.route('/', m0)\n"
    const { root } = await initialize({
      files: { ...hono, ...Object.fromEntries(modules), 'src/app.ts': app },
    })
    expect(filesOf(root)['src/app.ts']).toContain("app.route('/', authRoutes)")
  })

  it('authwright init parses a module with thousands of consecutive spaces quickly', async () => {
    const long = `import { Hono } from 'hono'\nimport type${' '.repeat(3_000)}\n`
    const files = { ...hono, 'src/app.ts': long, 'src/index.ts': served }
    const { root } = await initialize({ files })
    expect(filesOf(root)['src/index.ts']).toContain("app.route('/', authRoutes)")
  }, 20_000)

  it('authwright init names the modules if it cannot decide between them, and changes none', async () => {
    const files = { ...express, 'admin.js': expressApp('admin'), 'shop.js': expressApp('shop') }
    const { root, outcome } = await initialize({ files })
    const after = filesOf(root)
    expect(Object.keys(files).filter((file) => after[file] !== files[file as keyof typeof files])).toEqual([])
    expect(outcome.output).toContain(
      'The module that starts the server (admin.js or shop.js) already exists and was not changed. Add this to it:',
    )
    expect(outcome.output).toContain('node --env-file=.env <your server>, open')
  })

  it.each([
    [
      hono,
      'src/index.ts',
      served.replace("import { api } from './api.js'\n", '').replace("app.route('/api', api)\n", ''),
      'src/account-deletion.ts',
      "import { Hono } from 'hono'\n\nexport const deletion = new Hono()\n",
    ],
    [
      express,
      'server.js',
      expressApp('app', 'app.listen(3000)\n'),
      'billing.js',
      expressApp('billing', 'billing.listen(4000)\n'),
    ],
  ])(
    'authwright init changes nothing if the routes are already mounted, even if a second application was added later',
    async (manifest, file, text, added, code) => {
      const { root, cwd } = await initialize({ files: { ...manifest, [file]: text } })
      expect(filesOf(root)[file]).toContain('authRoutes)')
      writeFileSync(path.join(root, added), code)
      const before = filesOf(root)
      const { output } = await authwright(['init', '--yes', ...install], cwd)
      expect(filesOf(root)).toEqual(before)
      expect(output).not.toMatch(/Wrote|Add this/)
    },
  )

  it.each([
    '4000',
    'process.env.PORT || 4000',
    "Number(process.env.PORT ?? '4000'), () => log(3000)",
    'Number(process.env.PORT) || 4000',
    "parseInt(process.env.PORT || '4000', 10)",
  ])('authwright init prints the callback URL with the port of the server: app.listen(%s)', async (port) => {
    const { outcome } = await initialize({
      files: { ...express, 'server.js': expressApp('app', `app.listen(${port})\n`) },
    })
    expect(outcome.output).toContain('http://localhost:4000/auth/callback/')
  })

  it.each([
    "{ host: '127.0.0.1', port: 4000 }",
    'PORT).setTimeout(30000',
    'PORT) // 2 workers, 3000 by default (see above',
    '+process.argv[2] || 4000',
  ])(
    'authwright init does not print another number as the port of the server: app.listen(%s)',
    async (code) => {
      const { outcome } = await initialize({
        files: { ...express, 'server.js': expressApp('app', `app.listen(${code})\n`) },
      })
      const port = code.includes('4000') ? 4000 : 3000
      expect(outcome.output).toContain(`http://localhost:${port}/auth/callback/`)
    },
  )

  it('authwright init does not mistake another `authRoutes` for the routes of Authwright', async () => {
    const source = "import { Hono } from 'hono'\n\nconst app = new Hono()\nexport default app\n"
    const own = 'export const authRoutes = []\n'
    const { root } = await initialize({ files: { ...hono, 'src/index.ts': source, 'src/own.ts': own } })
    expect(filesOf(root)['src/index.ts']).toContain("app.route('/', authRoutes)")
  })

  it.each<[string, Record<string, string>]>([
    ['src/app.js', { ...express, 'src/app.js': `${expressApp('app')}if (` }],
    [
      'app/page.js',
      {
        'package.json': '{ "dependencies": { "next": "16", "react": "19" } }',
        'app/layout.js': '',
        'app/page.js': 'export default function Page() {\n  return (\n    <main>\n  )\n}\n',
      },
    ],
    [
      'src/routes/index.jsx',
      {
        'package.json': '{ "dependencies": { "@solidjs/start": "1" } }',
        'src/routes/index.jsx': 'export default function Home() {\n  return (\n    <main>\n  )\n}\n',
      },
    ],
    [
      'src/hooks.server.js',
      {
        'package.json': '{ "devDependencies": { "@sveltejs/kit": "2" } }',
        'src/hooks.server.js': 'export const handle = (\n',
      },
    ],
  ])('authwright init names a file with a syntax error by its path: %s', async (file, files) => {
    const { outcome } = await initialize({ files })
    expect(outcome).toMatchObject({ code: 1 })
    expect(outcome.error).toContain(`${file} cannot be parsed: Unexpected token`)
  })

  it('authwright init mounts the routes with the quotes of the module', async () => {
    const source = 'import { Hono } from "hono"\n\nconst app = new Hono()\n\nexport default app\n'
    const { root } = await initialize({ files: { ...hono, 'src/index.ts': source } })
    expect(filesOf(root)['src/index.ts']).toContain('const app = new Hono()\napp.route("/", authRoutes)\n')
  })
})
