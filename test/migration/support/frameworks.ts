import { cpSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { installLocked } from '../../frameworks/support/install-major.js'
import { installSolidStart } from '../../frameworks/support/solid-start-install.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const modules = path.join(root, 'node_modules')
const compiler = path.join(modules, 'typescript/bin/tsc')

export type Framework = 'next' | 'sveltekit' | 'solid-start' | 'next-auth-4'

/** The tools of a framework, and the folder of its applications. */
export interface FrameworkPlan {
  /** Installs the packages that an application imports, and returns the folder for its copies. */
  install(): Promise<string>
  /** The folder of its module `auth`. */
  readonly auth: string
  /** The commands that check its types, in order. */
  readonly types: readonly (readonly string[])[]
  readonly build: readonly string[]
  serve(port: number): readonly string[]
  /** A path that responds with success as soon as it serves. */
  readonly probe: string
}

/** Frameworks and databases are those of the repository, three folders up. */
async function installPublished(name: 'auth-js-5' | 'next-auth-4'): Promise<string> {
  const folder = path.join(root, 'temp', name)
  await installLocked(`test/migration/${name}`, folder, ['--omit=peer', '--legacy-peer-deps'])
  return folder
}

/** Only this test needs SolidStart 1. The packages of Auth.js are installed beside it. */
async function installForSolidStart(): Promise<string> {
  const published = await installPublished('auth-js-5')
  const { folder: parent } = await installSolidStart(1)
  const folder = path.join(parent, 'migration')
  mkdirSync(folder, { recursive: true })
  cpSync(path.join(published, 'node_modules'), path.join(folder, 'node_modules'), { recursive: true })
  return folder
}

const next = path.join(modules, 'next/dist/bin/next')
const nextTools = {
  // `next build` checks the types of what it builds.
  types: [],
  build: [next, 'build'],
  serve: (port: number) => [next, 'start', '-p', String(port)],
}
const svelteKit = path.join(modules, '@sveltejs/kit/svelte-kit.js')
const vinxi = path.join(root, 'temp/solid-start-1/node_modules/vinxi/bin/cli.mjs')

export const frameworks: Readonly<Record<Framework, FrameworkPlan>> = {
  next: { ...nextTools, install: () => installPublished('auth-js-5'), auth: '.', probe: '/auth/session' },
  'next-auth-4': {
    ...nextTools,
    install: () => installPublished('next-auth-4'),
    auth: 'lib',
    probe: '/api/auth/session',
  },
  sveltekit: {
    install: () => installPublished('auth-js-5'),
    auth: 'src',
    types: [
      [svelteKit, 'sync'],
      [path.join(modules, 'svelte-check/bin/svelte-check'), '--tsconfig', './tsconfig.json'],
    ],
    build: [path.join(modules, 'vite/bin/vite.js'), 'build'],
    serve: () => ['build'],
    probe: '/auth/session',
  },
  'solid-start': {
    install: installForSolidStart,
    auth: 'src/server',
    types: [[compiler, '-p', '.']],
    build: [vinxi, 'build'],
    serve: () => ['.output/server/index.mjs'],
    probe: '/api/auth/session',
  },
}
