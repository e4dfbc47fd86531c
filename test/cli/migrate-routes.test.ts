import { describe, expect, it } from 'vitest'
import type { Files } from './support/command.js'
import { migrateTwice } from './support/migrate.js'

const app = 'app/api/auth/[...nextauth]/route.ts'
const pages = 'pages/api/auth/[...nextauth].ts'
const manifest: Files = {
  'package.json': '{ "dependencies": { "next": "15.5.0", "next-auth": "^4.24.0" } }\n',
  'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./*"] } } }',
}
const shared: Files = {
  ...manifest,
  'lib/auth.ts':
    "import type { NextAuthOptions } from 'next-auth'\n\nexport const authOptions: NextAuthOptions = { providers: [] }\n",
}
const imports = "import NextAuth from 'next-auth'\nimport { authOptions } from '@/lib/auth'\n"

function migrate(files: Files) {
  return migrateTwice(files, '--imports')
}

/** Code around the handler that a re-export of `handlers` cannot keep. `create` is the call of `NextAuth`. */
const others = (create: string): readonly (readonly [string, string])[] => [
  ['a wrapper', `export const GET = log(${create})\nexport const POST = GET`],
  ['a wrapper of the default export', `export default log(${create})`],
  ['a wrapper of a constant', `const handler = log(${create})\nexport { handler as GET, handler as POST }`],
  [
    'a wrapper of the handler',
    `const handler = ${create}\nexport const GET = log(handler)\nexport const POST = log(handler)`,
  ],
  ['a wrapped default export', `const handler = ${create}\nexport default log(handler)`],
  [
    'a wrapper with a name',
    `const handler = ${create}\nconst logged = log(handler)\nexport { logged as GET, logged as POST }`,
  ],
  [
    'a constant before it',
    `const limit = 10, handler = ${create}\nexport { handler as GET, handler as POST, limit }`,
  ],
  [
    'a constant after it',
    `const handler = ${create}, limit = 10\nexport { handler as GET, handler as POST, limit }`,
  ],
  ['another method', `const handler = ${create}\nexport { handler as GET, handler as POST, handler as PUT }`],
  ['an export by its name', `export const handler = ${create}\nexport { handler as GET, handler as POST }`],
  [
    'a constant beside a method',
    `const handler = ${create}\nexport const GET = handler, limit = log(handler)`,
  ],
  ['a property', `const handler = ${create}\nhandler.limit = 10\nexport { handler as GET, handler as POST }`],
  ['a member', `export const { GET, POST } = { GET: ${create}, POST: ${create} }`],
  ['a condition', `const handler = on ? ${create} : other\nexport { handler as GET, handler as POST }`],
  ['a method of another module', `const handler = ${create}\nexport { handler as GET, other as POST }`],
  [
    'a method that it passes on',
    `const handler = ${create}\nexport { handler as GET }\nexport { POST } from './log'`,
  ],
  [
    'a method of an object',
    `const handler = ${create}\nexport { handler as GET }\nexport const { POST } = other`,
  ],
  [
    'a method with another name',
    `const handler = ${create}\nexport { handler as GET }\nexport const POST = other`,
  ],
  [
    'another use of NextAuth',
    `const handler = ${create}\nlog(NextAuth)\nexport { handler as GET, handler as POST }`,
  ],
]

describe('authwright migrate and routes', () => {
  it.each([
    ['NextAuthOptions', "NextAuthOptions['callbacks']", '{ session: ({ session }) => session }'],
    ['AuthOptions', "AuthOptions['pages']", "{ signIn: '/login' }"],
    ['NextAuthOptions', 'Partial<NextAuthOptions>', '{ debug: true }'],
    ['NextAuthOptions', 'NextAuthOptions', '{ providers: [], debug: true }'],
  ])(
    'migrate passes the options of a %s route to NextAuth() beside a constant of type %s',
    async (type, other, value) => {
      const { after, outcome } = await migrate({
        ...manifest,
        [app]: `import NextAuth, { type ${type} } from 'next-auth'

const part: ${other} = ${value}
export const authOptions: ${type} = { ...part, providers: [] }
const handler = NextAuth(authOptions)
export { handler as GET, handler as POST }
`,
      })
      expect(outcome).toMatchObject({ code: 0, error: '' })
      expect(after['auth.ts']).toContain('= NextAuth(authOptions)')
      expect(after['auth.ts']).not.toContain('NextAuth(part)')
      expect(after[app]).toBe("import { handlers } from '@/auth'\n\nexport const { GET, POST } = handlers\n")
    },
  )

  it('migrate reads sessions with the options of a route whose handler has a wrapper', async () => {
    const { after } = await migrate({
      ...manifest,
      [app]: `import NextAuth, { type NextAuthOptions } from 'next-auth'

const shared: NextAuthOptions = { providers: [], debug: true }
export const authOptions: NextAuthOptions = { ...shared, providers: [] }
const handler = log(NextAuth(authOptions))
export { handler as GET, handler as POST }
`,
    })
    expect(after[app]).toMatch(/export const \{ .* \} = NextAuth\(authOptions\)/)
    expect(after[app]).not.toContain('NextAuth(shared)')
  })

  it('migrate adds no instance for a constant whose type is only a part of NextAuthOptions', async () => {
    const { after } = await migrate({
      ...manifest,
      'lib/callbacks.ts':
        "import type { NextAuthOptions } from 'next-auth'\n\nexport const callbacks: NextAuthOptions['callbacks'] = { session: ({ session }) => session }\n",
      [app]:
        "import NextAuth from 'next-auth'\nimport { callbacks } from '@/lib/callbacks'\n\nconst handler = (request, context) => NextAuth(request, context, { providers: [], callbacks })\nexport { handler as GET, handler as POST }\n",
    })
    expect(after['lib/callbacks.ts']).not.toContain('NextAuth(callbacks)')
  })

  it('migrate reads sessions with the exported options of a route that declares other options per request', async () => {
    const { after } = await migrate({
      ...manifest,
      [pages]: `import NextAuth from 'next-auth'

export const authOptions = { providers: [] }
export default function handler(req, res) {
  const options = { ...authOptions, debug: req.query.debug === '1' }
  return NextAuth(req, res, options)
}
`,
    })
    expect(after[pages]).toContain('= NextAuth(authOptions)')
  })

  it('migrate does not call a type import of NextAuth', async () => {
    const { after, outcome } = await migrate({
      ...manifest,
      [app]: `import type NextAuthType from 'next-auth'
import NextAuth from 'next-auth'

export const create: typeof NextAuthType | undefined = undefined
export const authOptions = { providers: [] }
const handler = NextAuth(authOptions)
export { handler as GET, handler as POST }
`,
    })
    expect(outcome).toMatchObject({ code: 0, error: '' })
    expect(after['auth.ts']).toContain('= NextAuth(authOptions)')
    expect(after[app]).toBe("import { handlers } from '@/auth'\n\nexport const { GET, POST } = handlers\n")
  })

  it('authwright migrate keeps the line before a removed handler in a file with two kinds of line endings', async () => {
    const { after } = await migrate({
      ...manifest,
      [app]:
        "import NextAuth from 'next-auth'\r\nexport const authOptions = { providers: [] }\n\nconst handler = NextAuth(authOptions)\nexport const limit = 10\nexport { handler as GET, handler as POST }\n",
    })
    expect(after['auth.ts']).toContain(
      'export const authOptions = { providers: [] }\nexport const limit = 10\n',
    )
  })

  it('authwright migrate keeps the line ends of Windows around settings that stay in a route', async () => {
    const source =
      "import NextAuth from 'next-auth'\nexport const authOptions = { providers: [] }\nexport const limit = 10\n\nexport const runtime = 'nodejs'\nconst handler = NextAuth(authOptions)\nexport { handler as GET, handler as POST }\n"
    const unix = await migrate({ ...manifest, [app]: source })
    const windows = await migrate({ ...manifest, [app]: source.replaceAll('\n', '\r\n') })
    expect(unix.after[app]).toContain("\nexport const runtime = 'nodejs'\n")
    for (const file of [app, 'auth.ts'])
      expect(windows.after[file]).toBe(unix.after[file]?.replaceAll('\n', '\r\n'))
  })

  it.each(others('NextAuth(authOptions)'))(
    'authwright migrate does not change a route whose handler has additional code: %s',
    async (_, code) => {
      const { outcome, after } = await migrate({
        ...shared,
        [app]: `${imports}import { log, on, other } from './log'\n\n${code}\n`,
      })
      expect(outcome.code).toBe(1)
      for (const line of code.split('\n')) expect(after[app]).toContain(`${line}\n`)
    },
  )

  it.each(others('NextAuth({ providers: [] })'))(
    'authwright migrate does not move options out of a route whose handler has additional code: %s',
    async (_, code) => {
      const { outcome, after } = await migrate({
        ...manifest,
        [app]: `import NextAuth from 'next-auth'\nimport { log, on, other } from './log'\n\n${code}\n`,
      })
      expect(outcome.code).toBe(1)
      for (const line of code.split('\n')) expect(after[app]).toContain(`${line}\n`)
    },
  )

  it.each(others('NextAuth(authOptions)'))(
    'authwright migrate does not change a route that exports its options and whose handler has additional code: %s',
    async (_, code) => {
      const options = 'export const authOptions = { providers: [] }\n'
      const { outcome, after } = await migrate({
        ...manifest,
        [app]: `import NextAuth from 'next-auth'\nimport { log, on, other } from './log'\n\n${options}${code}\n`,
      })
      expect(outcome.code).toBe(1)
      expect(after[app]).toContain(options)
      for (const line of code.split('\n')) expect(after[app]).toContain(`${line}\n`)
    },
  )

  it('authwright migrate does not change a route whose GET and POST have different options', async () => {
    const code = 'export const GET = NextAuth(authOptions)\nexport const POST = NextAuth(strict)\n'
    const { outcome, after } = await migrate({
      ...shared,
      [app]: `${imports}import { strict } from './strict'\n\n${code}`,
    })
    expect(outcome.code).toBe(1)
    expect(after[app]).toContain('export const POST = NextAuth(strict)\n')
  })

  it('authwright migrate keeps all other code of a route', async () => {
    const { outcome, after } = await migrate({
      ...shared,
      [app]: `// The routes of Auth.js.
import NextAuth from 'next-auth'
import './instrument' // first
import { authOptions } from '@/lib/auth'
import { limit } from './limit'

export const runtime =
  'nodejs'
export const maxDuration = 60 // seconds
export const preferredRegion = ['fra1']

/** Both methods. */
const handler /* of Auth.js */ = NextAuth(/* shared */ authOptions) // as deployed

export { handler as GET, /* the same */ handler as POST, limit }
export * from './more'
`,
    })
    expect(outcome.code).toBe(0)
    expect(after[app]).toBe(`// The routes of Auth.js.
import './instrument' // first
import { handlers } from '@/lib/auth'
import { limit } from './limit'

export const runtime =
  'nodejs'
export const maxDuration = 60 // seconds
export const preferredRegion = ['fra1']

/** Both methods. */
/* of Auth.js */
/* shared */
export const { GET, POST } = handlers // as deployed

/* the same */
export { limit }
export * from './more'
`)
  })

  it('authwright migrate keeps all other code of a route that moves to the App Router', async () => {
    const { outcome, after } = await migrate({
      ...shared,
      'lib/config.ts':
        "import { config } from '../pages/api/auth/[...nextauth]'\nimport 'next-auth'\n\nexport const limit = config\n",
      [pages]: `import NextAuth from 'next-auth'
import '../../../instrument'
import type { NextApiRequest, NextApiResponse } from 'next'
import { authOptions } from '../../../lib/auth'

// No limit.
export const config = { api: { bodyParser: false } }

export default function auth(req: NextApiRequest, res: NextApiResponse) {
  // As deployed.
  return NextAuth(req, res, authOptions)
}
`,
    })
    const moved = 'app/api/auth/[...nextauth]/route.ts'
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain(
      `${moved}:5 a Route Handler exports only its methods and settings: move this export.`,
    )
    expect(after).not.toHaveProperty([pages])
    expect(after[moved]?.replace(/\/\/ TODO\(.*\n/, '')).toBe(`import '../../../../instrument'
import { handlers } from '@/lib/auth'

// No limit.
export const config = { api: { bodyParser: false } }

// As deployed.
export const { GET, POST } = handlers
`)
    expect(after['lib/config.ts']).toContain("from '@/app/api/auth/[...nextauth]/route'")
  })

  it.each([
    [pages, 'pages/api/users.ts', './auth/[...nextauth]'],
    [app, 'app/api/users/route.ts', '../auth/[...nextauth]/route'],
    ['app/api/auth/[...auth]/route.ts', 'app/api/users/route.ts', '@/app/api/auth/[...auth]/route'],
  ])('authwright migrate changes imports of %s in files without Auth.js', async (route, user, from) => {
    const handlers =
      route === pages
        ? 'export default NextAuth(options)'
        : 'const handler = NextAuth(options)\nexport { handler as GET, handler as POST }'
    const { after } = await migrate({
      ...manifest,
      [user]: `import { database } from '${from}'\n\nexport const users = () => database.users()\n`,
      [route]: `import NextAuth from 'next-auth'
import { open } from '${route === pages ? '../../../lib/database' : '@/lib/database'}'

export const database = open()
const options = { providers: [] }
${handlers}
`,
    })
    expect(after['auth.ts']).toContain('export const database = open()')
    expect(after[user]).toContain("import { database } from '@/auth'")
  })

  it.each([
    ['an object', '', '{ providers: [] }'],
    ['a constant', 'export const authOptions = { providers: [] }\n\n', 'authOptions'],
  ])(
    'authwright migrate keeps all other code when it moves options out of a route: %s',
    async (_, before, argument) => {
      const { outcome, after } = await migrate({
        ...manifest,
        [app]: `import NextAuth from 'next-auth'
import './instrument'
import { limit } from './limit'

// Never cached.
export const dynamic = 'force-dynamic' // sessions
export const preferredRegion = ['fra1']

${before}// Both methods.
const handler /* of Auth.js */ = NextAuth(${argument}) // as deployed

export { handler as GET, /* the same */ handler as POST, limit }
export * from './more'
`,
      })
      expect(outcome.code).toBe(0)
      expect(after[app]).toBe(`import { handlers } from '@/auth'

// Never cached.
export const dynamic = 'force-dynamic' // sessions
export const preferredRegion = ['fra1']

export const { GET, POST } = handlers
`)
      for (const each of [
        "import './app/api/auth/[...nextauth]/instrument'\n",
        '// Both methods.\n',
        '/* of Auth.js */',
        '// as deployed\n',
        '/* the same */\n',
        'export { limit }\n',
        "export * from './app/api/auth/[...nextauth]/more'\n",
      ]) {
        expect(after['auth.ts']).toContain(each)
      }
      expect(after['auth.ts']).not.toContain('dynamic')
      expect(after['auth.ts']).not.toContain('handler as')
    },
  )

  it.each([
    ['a setting of another module', 'export const maxDuration = limit\n'],
    ['a setting that other code reads', 'export const maxDuration = 60\nlimit(maxDuration)\n'],
    ['a setting of several', "export const runtime = 'nodejs', limits = [1]\n"],
    ['a function that Next.js calls', 'export function generateStaticParams() {\n  return []\n}\n'],
  ])('authwright migrate does not move options out of a route with %s', async (_, code) => {
    const { outcome, after } = await migrate({
      ...manifest,
      [app]: `import NextAuth from 'next-auth'\nimport { limit } from './limit'\n\n${code}\nconst handler = NextAuth({ providers: [limit] })\nexport { handler as GET, handler as POST }\n`,
    })
    expect(outcome.code).toBe(1)
    expect(after[app]).toContain(code)
    expect(after[app]).toContain('const handler = NextAuth({ providers: [limit] })\n')
  })

  it('authwright migrate keeps settings of an API route whose options move', async () => {
    const config = 'export const config = { maxDuration: 60 }\n'
    const { outcome, after } = await migrate({
      ...manifest,
      [pages]: `import NextAuth from 'next-auth'\n\n${config}\nexport default NextAuth({ providers: [] })\n`,
    })
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain(
      'auth.ts:3 a Route Handler has no config: export its settings in the route.',
    )
    expect(after['auth.ts']).toContain(config)
    expect(after[app]).toBe("import { handlers } from '@/auth'\n\nexport const { GET, POST } = handlers\n")
  })

  it.each([
    ['a wrapper', 'export const GET = log(NextAuth(options))'],
    ['another constant', 'export const GET = NextAuth(options), limit = 10'],
  ])('authwright migrate does not change handlers in a module other than the route: %s', async (_, code) => {
    const { outcome, after } = await migrate({
      ...manifest,
      'auth.ts': `import NextAuth from 'next-auth'\n\nconst options = { providers: [] }\n\n${code}\n`,
      'app/page.ts':
        "import { getServerSession } from 'next-auth'\n\nexport default () => getServerSession()\n",
    })
    expect(outcome.code).toBe(1)
    expect(after['auth.ts']).toContain(`${code}\n`)
  })

  it('authwright migrate keeps comments of handlers in a module other than the route', async () => {
    const { outcome, after } = await migrate({
      ...manifest,
      'auth.ts': `import NextAuth from 'next-auth'\n\nconst options = { providers: [] }\n\nexport const GET = NextAuth(/* first */ options)\nexport const POST = NextAuth(/* second */ options)\n`,
      'app/page.ts':
        "import { getServerSession } from 'next-auth'\n\nexport default () => getServerSession()\n",
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toContain('/* first */\n')
    expect(after['auth.ts']).toContain('/* second */\n')
  })

  it.each(['NextAuth(/* ours */ { providers: [] })', 'NextAuth({ providers: [] } /* ours */)'])(
    'authwright migrate does not duplicate a comment beside the options of a route: %s',
    async (call) => {
      const { outcome, after } = await migrate({
        ...manifest,
        [app]: `import NextAuth from 'next-auth'\n\nconst handler = ${call}\n\nexport { handler as GET, handler as POST }\n`,
      })
      expect(outcome.code).toBe(0)
      expect(after['auth.ts']).toContain(`export const { handlers, auth, signIn, signOut } = ${call}\n`)
      expect(after['auth.ts']?.split('/* ours */')).toHaveLength(2)
    },
  )

  it.each([
    ['auth', 'import { authenticate }', 'handlers, auth: authenticate, signIn, signOut'],
    ['handlers', 'import { auth }', 'handlers: authHandlers, auth, signIn, signOut'],
  ])(
    'authwright migrate exports the instance under another name if the route declares the name %s',
    async (name, imported, names) => {
      const { outcome, after } = await migrate({
        ...manifest,
        [app]: `import NextAuth from 'next-auth'\nimport GitHub from 'next-auth/providers/github'\n\nconst ${name} = { count: 0 }\nconst handler = NextAuth({ providers: [GitHub({})], events: { signIn: () => { ${name}.count++ } } })\n\nexport { handler as GET, handler as POST }\n`,
        'app/page.ts': `import { getServerSession } from 'next-auth'\n\nexport const read = () => getServerSession()\n`,
      })
      expect(outcome.code).toBe(0)
      expect(after['auth.ts']).toContain(`export const { ${names} } = NextAuth(`)
      expect(after['app/page.ts']).toContain(`${imported} from '@/auth'`)
      expect(after[app]).toContain(name === 'handlers' ? '= authHandlers\n' : '= handlers\n')
    },
  )

  it('authwright migrate writes no module beside a folder that has the same import path', async () => {
    const { outcome, after } = await migrate({
      ...manifest,
      'auth/index.ts': 'export const hash = (text: string) => text\n',
      'app/page.ts': "export { hash } from '../auth'\n",
      [app]:
        "import NextAuth from 'next-auth'\n\nconst handler = NextAuth({ providers: [] })\n\nexport { handler as GET, handler as POST }\n",
    })
    expect(outcome.code).toBe(0)
    expect(after['auth.ts']).toBeUndefined()
    expect(after['lib/auth.ts']).toContain('NextAuth({ providers: [] })')
  })

  it.each(['__tests__/options.ts', 'tests/options.ts', 'lib/__mocks__/options.ts'])(
    'authwright migrate creates no instance from the options of a test: %s',
    async (file) => {
      const { outcome, after } = await migrate({
        ...manifest,
        [file]:
          "import type { NextAuthOptions } from 'next-auth'\n\nexport const testOptions: NextAuthOptions = { providers: [] }\n",
        'lib/session.ts':
          "import { getServerSession } from 'next-auth'\n\nexport const read = () => getServerSession()\n",
      })
      expect(outcome.code).toBe(1)
      expect(after[file]).not.toContain('NextAuth(')
      expect(after['lib/session.ts']).not.toContain('testOptions')
    },
  )

  it.each([
    'console.log(1)\nexport default NextAuth(authOptions)',
    'export default NextAuth(read(authOptions))',
  ])('migrate mentions the request only for routes that pass the request to NextAuth(): %s', async (code) => {
    const { outcome } = await migrate({ ...shared, [pages]: `${imports}\n${code}\n` })
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain('export the handlers of your configuration')
    expect(outcome.output).not.toContain('with the request')
  })

  it('authwright migrate replaces a handler that is exported as default and as GET and POST', async () => {
    const { outcome, after } = await migrate({
      ...shared,
      [app]: `${imports}\nexport default async function handler(req, res) {\n  return NextAuth(req, res, authOptions)\n}\n\nexport { handler as GET, handler as POST }\n`,
    })
    expect(outcome.code).toBe(0)
    expect(after[app]).toBe(
      "import { handlers } from '@/lib/auth'\n\nexport const { GET, POST } = handlers\n",
    )
  })

  it('authwright migrate keeps the name of a default export that other code uses', async () => {
    const { outcome, after } = await migrate({
      ...shared,
      [app]: `${imports}import { log } from './log'\n\nexport default function handler(req, res) {\n  return NextAuth(req, res, authOptions)\n}\n\nlog(handler)\n`,
    })
    expect(outcome.code).toBe(1)
    expect(after[app]).toContain(
      '\nconst handler = NextAuth(authOptions)\nexport default handler\n\nlog(handler)\n',
    )
  })

  it.each([
    [
      'a default export',
      '// Both methods.\nexport default function handler(req, res) {\n  // As deployed.\n  return NextAuth(req, res, authOptions)\n} // v4\n',
      '// Both methods.\n// As deployed.\nexport default NextAuth(authOptions) // v4\n',
    ],
    [
      'a function',
      'async function handler(req, res) {\n  return await NextAuth(req, res, authOptions)\n}\nexport { handler as GET, handler as POST }\n',
      'const handler = NextAuth(authOptions)\n',
    ],
    [
      'constants',
      'export const GET = (req, res) => NextAuth(req, res, authOptions)\nexport const POST = (req, res) => NextAuth(req, res, authOptions)\n',
      'export const GET = NextAuth(authOptions)\n\nexport const POST = NextAuth(authOptions)\n',
    ],
  ])('authwright migrate does not read options before they exist: %s', async (_, code, moved) => {
    const { outcome, after } = await migrate({
      ...manifest,
      [app]: `import NextAuth from 'next-auth'\n\nexport const maxDuration = 10 * 6\n\n${code}\nexport const authOptions = { providers: [] }\n\nconst limit = 10\n`,
    })
    expect(outcome.code).toBe(1)
    const source = after[app]?.replace(/\/\/ TODO\(.*\n/, '')
    expect(source).toContain(`export const authOptions = { providers: [] }\n\n${moved}`)
    expect(source).toContain('\nconst limit = 10\n')
    expect(source?.match(/NextAuth\(authOptions\)/g)).toHaveLength(code.includes('const POST') ? 3 : 2)
  })

  it('authwright migrate keeps a handler that other code uses before its options exist', async () => {
    const handler = 'function handler(req, res) {\n'
    const { outcome, after } = await migrate({
      ...manifest,
      [app]: `import NextAuth from 'next-auth'\nimport { log } from './log'\n\n${handler}  return NextAuth(req, res, authOptions)\n}\nlog(handler)\n\nexport const authOptions = { providers: [] }\nexport { handler as GET, handler as POST }\n`,
    })
    expect(outcome.code).toBe(1)
    expect(after[app]).toContain(handler)
    expect(after[app]).toContain('  return NextAuth(req, res, authOptions)\n')
  })

  it('authwright migrate moves a handler below options that share their line with other code', async () => {
    const { after } = await migrate({
      ...manifest,
      [app]: `import NextAuth from 'next-auth'\nimport { log } from './log'\n\nexport const maxDuration = 10 * 6\n\nfunction handler(req, res) {\n  return NextAuth(req, res, authOptions)\n}\n\nexport const authOptions = { providers: [] }; log(handler)\nexport { handler as GET, handler as POST }\n`,
    })
    expect(after[app]?.replace(/\/\/ TODO\(.*\n/, '')).toContain(
      'export const authOptions = { providers: [] };\n\nconst handler = NextAuth(authOptions)\n log(handler)\n',
    )
  })

  const splitRoute =
    "import NextAuth from 'next-auth'\n\nexport const runtime = 'nodejs'\nexport const authOptions = { providers: [] }\n\nconst handler = NextAuth(authOptions)\nexport { handler as GET, handler as POST }\n"
  const path = '@/app/api/auth/[...nextauth]/route'

  it.each([
    `export { GET, POST, runtime } from '${path}'`,
    `export { GET as read } from '${path}'`,
    `import { POST as signIn } from '${path}'`,
    `export const post = async () => {\n  const { POST } = await import('${path}')\n  return POST\n}`,
    `export const post = async () => (await import('${path}')).POST`,
    `export const post = async () => import('${path}').then(({ POST }) => POST)`,
    `export const post = async () => import('${path}').then((route) => route.POST)`,
    `export const post = async () => {\n  const route = await import('${path}')\n  return route.POST\n}`,
    `import * as route from '${path}'\n\nexport const post = () => route.POST`,
    `const { GET, POST } = require('${path}')`,
    `const { POST } = (await vi.importActual('${path}')) as Handlers`,
    `jest.mock('${path}', () => ({ GET: jest.fn() }))`,
    `export type Get = import('${path}').GET`,
    `export type Get = (typeof import('${path}'))['GET']`,
  ])('authwright migrate does not change the import path of handlers and settings: %s', async (code) => {
    const { outcome, after } = await migrate({ ...manifest, [app]: splitRoute, 'lib/use.ts': `${code}\n` })
    expect(outcome.code).toBe(0)
    expect(after['lib/use.ts']).toBe(`${code}\n`)
  })

  it.each([
    `export { authOptions } from '${path}'`,
    `import { authOptions as options } from '${path}'`,
    `export const read = async () => {\n  const { authOptions } = await import('${path}')\n  return authOptions\n}`,
    `export const read = async () => (await import('${path}')).authOptions`,
    `export const read = async () => import('${path}').then((route) => route.authOptions)`,
    `import * as route from '${path}'\n\nexport const read = () => route.authOptions`,
    `const { authOptions } = require('${path}')`,
    `jest.mock('${path}', () => ({ authOptions: {} }))`,
    `jest.mock('${path}')`,
    `import '${path}'`,
    `await import('${path}')`,
    `export type Options = (typeof import('${path}'))['authOptions']`,
  ])('authwright migrate changes the import path of other exports of a route: %s', async (code) => {
    const { outcome, after } = await migrate({ ...manifest, [app]: splitRoute, 'lib/use.ts': `${code}\n` })
    expect(outcome.code).toBe(0)
    expect(after['lib/use.ts']).toBe(`${code.replace(path, '@/auth')}\n`)
  })

  it.each([
    [
      `import { GET as read, authOptions, POST } from "${path}"; // both`,
      `import { authOptions } from "@/auth"; // both\nimport { GET as read, POST } from "${path}";`,
    ],
    [
      `import {\n  // The options.\n  authOptions,\n  POST,\n} from '${path}'`,
      `// The options.\nimport { authOptions } from '@/auth'\nimport { POST } from '${path}'`,
    ],
    [
      `export { authOptions as options, GET, POST } from '${path}'`,
      `export { authOptions as options } from '@/auth'\nexport { GET, POST } from '${path}'`,
    ],
    [
      `export async function read() {\n  const { GET, authOptions: options } = (await import('${path}'))\n}`,
      `export async function read() {\n  const { authOptions: options } = (await import('@/auth')), { GET } = (await import('${path}'))\n}`,
    ],
    [
      `const { GET, authOptions } = require('${path}')`,
      `const { authOptions } = require('@/auth'), { GET } = require('${path}')`,
    ],
  ])('authwright migrate splits imports of handlers and options: %s', async (code, expected) => {
    const { outcome, after } = await migrate({ ...manifest, [app]: splitRoute, 'lib/use.ts': `${code}\n` })
    expect(outcome.code).toBe(0)
    expect(after['lib/use.ts']).toBe(`${expected}\n`)
  })

  it.each([
    `export * from '${path}'`,
    `export * as route from '${path}'`,
    `import * as route from '${path}'\n\nexport const read = () => test(route)`,
    `import * as route from '${path}'\n\nexport const read = () => [route.GET, route.authOptions]`,
    `import route = require('${path}')`,
    `export const read = async () => {\n  const { GET, ...others } = await import('${path}')\n  return others\n}`,
    `export const read = () => import('${path}')`,
    `export const read = async () => import('${path}').then(({ GET, authOptions }) => GET(authOptions))`,
    `export type Route = typeof import('${path}')`,
  ])(
    'authwright migrate leaves a comment if it does not know which exports of a route are used: %s',
    async (code) => {
      const { outcome, after } = await migrate({ ...manifest, [app]: splitRoute, 'lib/use.ts': `${code}\n` })
      expect(outcome.code).toBe(1)
      expect(outcome.output).toContain(
        'the route still exports its methods and settings: import them from there.',
      )
      expect(after['lib/use.ts']?.replace(/ *\/\/ TODO\(.*\n/, '')).toBe(`${code.replace(path, '@/auth')}\n`)
    },
  )

  it('authwright migrate does not change imports of a route that exports only methods', async () => {
    const code = `import * as route from '${path}'\n\nexport * from '${path}'\nexport const read = () => test(route)\n`
    const { outcome, after } = await migrate({
      ...manifest,
      [app]:
        "import NextAuth from 'next-auth'\n\nconst handler = NextAuth({ providers: [] })\nexport { handler as GET, handler as POST }\n",
      'lib/use.ts': code,
    })
    expect(outcome.code).toBe(0)
    expect(after['lib/use.ts']).toBe(code)
  })

  it('authwright migrate leaves a comment at imports of the default export of a route', async () => {
    const { outcome, after } = await migrate({
      ...manifest,
      [pages]: "import NextAuth from 'next-auth'\n\nexport default NextAuth({ providers: [] })\n",
      'lib/use.ts': "export { default } from '@/pages/api/auth/[...nextauth]'\n",
    })
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain('lib/use.ts:1 the route has no default export: use its GET and POST.')
    expect(after['lib/use.ts']).toContain("export { default } from '@/auth'\n")
  })
})
