import type { Files } from './support/command.js'

/** A project as `init` may find one. */
export interface Shape {
  readonly name: string
  readonly files: Files
  /** The folder in which the command runs. Default: the folder of the project. */
  readonly folder?: string
  /** Files that `init --yes` writes or adds to. */
  readonly written: readonly string[]
  /** Files of the user that are not changed, because the command prints the lines to add. */
  readonly left?: readonly string[]
  /** Lines of the user that `init` moves, and the file that contains them afterwards. */
  readonly moved?: Readonly<Record<string, string>>
  /**
   * The compiler that checks the written files, including JavaScript. The compiler of Nuxt needs an installed
   * application.
   */
  readonly check: 'tsc' | 'svelte-check' | 'generated application'
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const strict = {
  target: 'es2022',
  lib: ['dom', 'dom.iterable', 'esnext'],
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noEmit: true,
  skipLibCheck: true,
  isolatedModules: true,
  esModuleInterop: true,
}

const nextConfig = (paths?: object) =>
  json({
    compilerOptions: { ...strict, jsx: 'preserve', types: ['node'], ...(paths && { paths }) },
    include: ['**/*.ts', '**/*.tsx'],
    exclude: ['node_modules'],
  })

const next = (major = 16, rest: object = {}) =>
  json({ name: 'shop', private: true, dependencies: { next: `${major}.2.3`, react: '19.2.0' }, ...rest })

const layout = `import type { ReactNode } from 'react'

export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>
}
`

/** The files that Next.js writes: the types of style sheets. */
const nextTypes = '/// <reference types="next" />\n/// <reference types="next/image-types/global" />\n'

/** The page of a new application. */
const home = `export default function Home() {
  return (
    <main>
      <div>Hello world!</div>
    </main>
  )
}
`

export const shapes: readonly Shape[] = [
  {
    name: 'Next.js 16, App Router',
    files: {
      'package.json': next(),
      'next-env.d.ts': nextTypes,
      'tsconfig.json': nextConfig({ '@/*': ['./*'] }),
      'app/layout.tsx': layout,
      'app/page.tsx': home,
    },
    written: [
      '.env.local',
      '.gitignore',
      'app/account/page.tsx',
      'app/api/auth/[...auth]/route.ts',
      'app/page.tsx',
      'auth.ts',
      'components/account.module.css',
      'components/sign-in-button.tsx',
      'proxy.ts',
    ],
    check: 'tsc',
  },
  {
    name: 'Next.js 15 with src/, double quotes and tabs',
    files: {
      'package.json': next(15),
      'next-env.d.ts': nextTypes,
      'tsconfig.json': nextConfig(),
      '.gitignore': 'node_modules\n.env*\n',
      'src/app/layout.tsx': layout.replaceAll("'", '"').replaceAll(/^ {2}/gm, '\t').replaceAll(/"$/gm, '";'),
      'src/app/page.tsx':
        'import { redirect } from "next/navigation";\n\nexport default function Home() {\n\tconst to = "/account";\n\tredirect(to);\n}\n',
    },
    written: [
      '.env.local',
      'src/app/account/page.tsx',
      'src/app/api/auth/[...auth]/route.ts',
      'src/auth.ts',
      'src/components/account.module.css',
      'src/components/sign-in-button.tsx',
      'src/middleware.ts',
    ],
    check: 'tsc',
  },
  {
    name: 'Next.js with a proxy of the user',
    files: {
      'package.json': next(),
      'next-env.d.ts': nextTypes,
      'tsconfig.json': nextConfig({ '~/*': ['./*'] }),
      'app/layout.tsx': layout,
      'proxy.ts': `import { NextResponse } from 'next/server.js'

// Ours.
export function proxy() {
  return NextResponse.next()
}
`,
    },
    written: [
      '.env.local',
      '.gitignore',
      'app/account/page.tsx',
      'app/api/auth/[...auth]/route.ts',
      'auth.ts',
      'components/account.module.css',
      'components/sign-in-button.tsx',
    ],
    left: ['proxy.ts'],
    check: 'tsc',
  },
  {
    name: 'Next.js in JavaScript',
    files: {
      'package.json': next(),
      'next-env.d.ts': nextTypes,
      'jsconfig.json': json({ compilerOptions: { paths: { '@/*': ['./*'] } } }),
      'app/layout.jsx':
        'export default function Layout({ children }) {\n  return <html><body>{children}</body></html>;\n}\n',
    },
    written: [
      '.env.local',
      '.gitignore',
      'app/account/page.jsx',
      'app/api/auth/[...auth]/route.js',
      'auth.js',
      'components/account.module.css',
      'components/sign-in-button.jsx',
      'proxy.js',
    ],
    check: 'tsc',
  },
  {
    name: 'Next.js, Pages Router',
    files: {
      'package.json': next(),
      'next-env.d.ts': nextTypes,
      'tsconfig.json': nextConfig({ '@/*': ['./src/*'] }),
      'src/pages/index.tsx': "export default function Home() {\n  return <a href='/account'>Account</a>\n}\n",
    },
    written: [
      '.env.local',
      '.gitignore',
      'src/app/api/auth/[...auth]/route.ts',
      'src/auth.ts',
      'src/components/account.module.css',
      'src/pages/account.tsx',
      'src/proxy.ts',
    ],
    check: 'tsc',
  },
  {
    name: 'a Next.js package of a monorepo, whose aliases are in a configuration that it extends',
    files: {
      'package.json': json({ private: true, workspaces: ['apps/*'] }),
      'pnpm-lock.yaml': "lockfileVersion: '9.0'\n",
      'tsconfig.base.json': json({ compilerOptions: strict }),
      'apps/web/package.json': next(),
      'apps/web/tsconfig.json': json({
        extends: '../../tsconfig.base.json',
        compilerOptions: { jsx: 'preserve', types: ['node'], paths: { '@web/*': ['./src/*'] } },
        include: ['src', 'auth.ts'],
      }),
      'apps/web/src/next-env.d.ts': nextTypes,
      'apps/web/src/app/layout.tsx': layout,
    },
    folder: 'apps/web/src/app',
    written: [
      'apps/web/.env.local',
      'apps/web/.gitignore',
      'apps/web/src/app/account/page.tsx',
      'apps/web/src/app/api/auth/[...auth]/route.ts',
      'apps/web/src/auth.ts',
      'apps/web/src/components/account.module.css',
      'apps/web/src/components/sign-in-button.tsx',
      'apps/web/src/proxy.ts',
    ],
    check: 'tsc',
  },
  {
    name: 'SvelteKit',
    files: {
      'package.json': json({
        type: 'module',
        devDependencies: { '@sveltejs/kit': '^2.0.0', svelte: '^5.0.0' },
      }),
      'tsconfig.json': json({
        extends: './.svelte-kit/tsconfig.json',
        compilerOptions: { strict: true, skipLibCheck: true },
      }),
      'svelte.config.js': 'export default {};\n',
      'vite.config.ts':
        "import { sveltekit } from '@sveltejs/kit/vite';\nimport { defineConfig } from 'vite';\n\nexport default defineConfig({ plugins: [sveltekit()] });\n",
      'src/app.html':
        '<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>\n',
      'src/app.d.ts': `// See https://svelte.dev/docs/kit/types#app.d.ts
// for information about these interfaces
declare global {
\tnamespace App {
\t\t// interface Error {}
\t\t// interface Locals {}
\t}
}

export {};
`,
      'src/routes/+page.svelte': '<h1>Welcome</h1>\n',
    },
    written: [
      '.env',
      '.gitignore',
      'src/app.d.ts',
      'src/auth.ts',
      'src/hooks.server.ts',
      'src/lib/SignInButton.svelte',
      'src/routes/+page.server.ts',
      'src/routes/+page.svelte',
      'src/routes/account/+page.server.ts',
      'src/routes/account/+page.svelte',
      'src/routes/signin/+page.server.ts',
      'src/routes/signout/+page.server.ts',
    ],
    check: 'svelte-check',
  },
  {
    name: 'SvelteKit with a hook of the user',
    files: {
      'package.json': json({
        type: 'module',
        devDependencies: { '@sveltejs/kit': '^2.0.0', svelte: '^5.0.0' },
      }),
      'jsconfig.json': json({ extends: './.svelte-kit/tsconfig.json' }),
      'src/hooks.server.js': `/** @type {import('@sveltejs/kit').Handle} */
export const handle = async ({ event, resolve }) => {
  // Ours.
  return resolve(event)
}
`,
    },
    written: [
      '.env',
      '.gitignore',
      'src/auth.js',
      'src/lib/SignInButton.svelte',
      'src/routes/account/+page.server.js',
      'src/routes/account/+page.svelte',
      'src/routes/signin/+page.server.js',
      'src/routes/signout/+page.server.js',
    ],
    left: ['src/hooks.server.js'],
    check: 'svelte-check',
  },
  {
    name: 'SolidStart',
    files: {
      'package.json': json({
        type: 'module',
        dependencies: { '@solidjs/start': '^1.0.0', '@solidjs/router': '^0.15.0', 'solid-js': '^1.9.0' },
      }),
      'tsconfig.json': json({
        compilerOptions: {
          ...strict,
          jsx: 'preserve',
          jsxImportSource: 'solid-js',
          types: ['vite/client', 'node'],
          paths: { '~/*': ['./src/*'] },
        },
        include: ['src'],
      }),
      'src/app.tsx':
        "import { Router } from '@solidjs/router';\n\nexport default function App() {\n  return <Router />;\n}\n",
      'src/routes/index.tsx': home,
    },
    written: [
      '.env',
      '.gitignore',
      'src/auth.ts',
      'src/components/SignInButton.tsx',
      'src/components/account.module.css',
      'src/routes/account.tsx',
      'src/routes/api/auth/[...auth].ts',
      'src/routes/index.tsx',
    ],
    check: 'tsc',
  },
  {
    name: 'Nuxt',
    files: {
      'package.json': json({ type: 'module', dependencies: { nuxt: '^4.0.0', vue: '^3.5.0' } }),
      'tsconfig.json': json({ files: [], references: [{ path: './.nuxt/tsconfig.server.json' }] }),
      'nuxt.config.ts': "export default defineNuxtConfig({ compatibilityDate: '2026-07-15' })\n",
      'app/app.vue':
        '<template>\n  <div>\n    <NuxtRouteAnnouncer />\n    <NuxtWelcome />\n  </div>\n</template>\n',
    },
    written: [
      '.env',
      '.gitignore',
      'app/app.vue',
      'app/components/SignInButton.vue',
      'app/middleware/signed-in.ts',
      'app/pages/account.vue',
      'app/pages/index.vue',
      'server/api/me.ts',
      'server/routes/auth/[...].ts',
      'server/utils/auth.ts',
    ],
    moved: { '    <NuxtWelcome />': 'app/pages/index.vue' },
    check: 'generated application',
  },
  {
    name: 'Nuxt with pages of the user, in JavaScript',
    files: {
      'package.json': json({ type: 'module', dependencies: { nuxt: '^4.0.0', vue: '^3.5.0' } }),
      'app/app.vue': '<template>\n  <main>Our shop</main>\n</template>\n',
      'app/pages/index.vue': '<template>\n  <div>\n    <h1>Welcome</h1>\n  </div>\n</template>\n',
    },
    written: [
      '.env',
      '.gitignore',
      'app/components/SignInButton.vue',
      'app/middleware/signed-in.js',
      'app/pages/account.vue',
      'app/pages/index.vue',
      'server/api/me.js',
      'server/routes/auth/[...].js',
      'server/utils/auth.js',
    ],
    left: ['app/app.vue'],
    check: 'generated application',
  },
  {
    name: 'Hono',
    files: {
      'package.json': json({ type: 'module', dependencies: { hono: '^4.0.0' } }),
      'tsconfig.json': json({
        compilerOptions: { ...strict, module: 'nodenext', moduleResolution: 'nodenext', types: ['node'] },
        include: ['src'],
      }),
      'src/index.ts': `import { Hono } from 'hono'

const app = new Hono() // the application

app.get('/', (c) => c.text('Hello Hono!'))

export default app
`,
    },
    written: [
      '.env',
      '.gitignore',
      'src/account-page.ts',
      'src/auth-routes.ts',
      'src/auth.ts',
      'src/index.ts',
    ],
    check: 'tsc',
  },
  {
    name: 'Express in JavaScript, comments and odd formatting',
    files: {
      'package.json': json({ type: 'module', dependencies: { express: '^5.0.0' } }),
      'server.js': `#!/usr/bin/env node
import   express from "express"   ;  // the server
/* all of it */ const app = express( ) ; // no readers of bodies above this line
app.use( express.json( ) )
app.get("/",(request,response)=>{ response.send( "Hello" ) })
app.listen( 3000 )
`,
    },
    written: ['.env', '.gitignore', 'account-page.js', 'auth-routes.js', 'auth.js', 'server.js'],
    check: 'tsc',
  },
  {
    name: 'Node.js without a framework, in CommonJS',
    files: { 'package.json': json({ dependencies: {} }) },
    written: ['.env', '.gitignore', 'account-page.mjs', 'auth-server.mjs', 'auth.mjs'],
    check: 'tsc',
  },
]
