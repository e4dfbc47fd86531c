export interface FrameworkTraits {
  readonly title: string
  readonly package: string | undefined
  /** The module that exports `createAuth`. */
  readonly entry: string
  /** The names that the configuration exports from the result of `.build()`. */
  readonly exported: string
  readonly basePath: '/api/auth' | '/auth'
  readonly port: 3000 | 5173
  readonly envFile: '.env' | '.env.local'
  /** Whether the sources are in `src/`: always, never, or if the folder exists. */
  readonly source: 'always' | 'never' | 'optional'
  /** The folder of the configuration. Default: the folder of the sources. */
  readonly authFolder?: string
  /**
   * Whether the framework bundles the application and starts it. Imports then have no extensions, and the
   * development server reads the `.env` file and sets NODE_ENV.
   */
  readonly isBundled: boolean
  /** Whether the configuration needs variables of Vite, in `import.meta.env`. */
  readonly usesViteVariables: boolean
  /** The major versions with which Authwright is tested. */
  readonly majors?: readonly number[]
}

const server = {
  entry: 'authwright',
  exported: 'auth',
  basePath: '/auth',
  port: 3000,
  envFile: '.env',
  source: 'optional',
  isBundled: false,
  usesViteVariables: false,
} as const

export const frameworkTraits = {
  next: {
    title: 'Next.js',
    package: 'next',
    entry: 'authwright/next',
    exported: '{ handlers, auth, signIn, signOut }',
    basePath: '/api/auth',
    port: 3000,
    envFile: '.env.local',
    source: 'optional',
    isBundled: true,
    usesViteVariables: false,
    majors: [15, 16],
  },
  sveltekit: {
    title: 'SvelteKit',
    package: '@sveltejs/kit',
    entry: 'authwright/sveltekit',
    exported: '{ handle, signIn, signOut, auth, update }',
    basePath: '/auth',
    port: 5173,
    envFile: '.env',
    source: 'always',
    isBundled: true,
    usesViteVariables: true,
    majors: [2, 3],
  },
  'solid-start': {
    title: 'SolidStart',
    package: '@solidjs/start',
    entry: 'authwright/solid-start',
    exported: 'auth',
    basePath: '/api/auth',
    port: 3000,
    envFile: '.env',
    source: 'always',
    isBundled: true,
    usesViteVariables: true,
    majors: [1, 2],
  },
  nuxt: {
    ...server,
    title: 'Nuxt',
    package: 'nuxt',
    source: 'never',
    // Nuxt imports the exports of the files in this folder automatically.
    authFolder: 'server/utils/',
    isBundled: true,
    majors: [4],
  },
  hono: { ...server, title: 'Hono', package: 'hono' },
  express: { ...server, title: 'Express', package: 'express' },
  node: { ...server, title: 'Node.js', package: undefined },
} as const satisfies Readonly<Record<string, FrameworkTraits>>

export type Framework = keyof typeof frameworkTraits

/** If `package.json` depends on several frameworks, the first in this list is detected. */
export const frameworks = Object.keys(frameworkTraits) as Framework[]

export function traitsOf(framework: Framework): FrameworkTraits {
  return frameworkTraits[framework]
}
