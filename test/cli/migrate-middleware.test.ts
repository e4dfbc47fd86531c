import { describe, expect, it } from 'vitest'
import { migrateTwice } from './support/migrate.js'

const manifest = {
  'package.json': '{ "dependencies": { "next": "15.5.0", "next-auth": "^4.24.0" } }\n',
}
const message = 'read the token with getToken()'
const source = 'next-auth/middleware'
const withAuth = "import { withAuth } from 'next-auth/middleware'\n"

async function migrate(text: string) {
  const { outcome, after } = await migrateTwice({ ...manifest, 'middleware.ts': text }, '--imports')
  return { outcome, middleware: after['middleware.ts'] ?? '' }
}

/** The source of a module without imports and comments of the command. */
function codeOf(source: string): string {
  return source.replaceAll(
    /\/\* TODO\(authwright\).*?\*\/ |^\s*\/\/ TODO\(authwright\).*\n|^import .*\n/gm,
    '',
  )
}

describe('authwright migrate and withAuth', () => {
  it.each([
    ['withAuth({ pages: { signIn: "/login" } })', '"/login"'],
    ['withAuth({ pages: { signIn: isOpen ? "/open" : "/login" } })', '(isOpen ? "/open" : "/login")'],
    ['withAuth', "'/api/auth/signin'"],
  ])(
    'authwright migrate redirects to the sign-in page below the base path of Next.js: %s',
    async (create, page) => {
      const { outcome, after } = await migrateTwice({
        ...manifest,
        'next.config.mjs': "export default { basePath: '/shop' }\n",
        'middleware.ts': `${withAuth}\nexport default ${create}\n`,
      })
      expect(outcome.code).toBe(0)
      expect(after['middleware.ts']).toContain(`new URL(req.nextUrl.basePath + ${page}, req.url)`)
      expect(after['middleware.ts']).toContain(
        'req.nextUrl.basePath + req.nextUrl.pathname + req.nextUrl.search)',
      )
    },
  )

  it.each([
    [
      'in a function',
      'export default function middleware(req, event) {\n  log(req)\n  return withAuth({ pages: { signIn: "/login" } })(req, event)\n}\n',
    ],
    ['as an argument', 'export default chain([withAuth({}), log])\n'],
    ['called at once', 'export default withAuth({})(first)\n'],
    ['in a condition', 'export default process.env.OPEN ? open : withAuth({})\n'],
    ['passed as an argument', 'export default chain(withAuth)\n'],
    ['in a constant with another', 'const guard = withAuth({}), other = 1\nexport default guard\n'],
    ['wrapped in a constant', 'const guard = log(withAuth({}))\nexport default guard\n'],
    ['under another name', 'const guard = withAuth\nexport default guard\n'],
    ['exported with others', 'export { withAuth as middleware }\n'],
    ['in a pattern', 'const { length } = withAuth({})\nexport default length\n'],
    ['with a third argument', 'export default withAuth(() => {}, {}, more)\n'],
  ])('authwright migrate does not change code around withAuth: %s', async (_, code) => {
    const { outcome, middleware } = await migrate(`${withAuth}\n${code}`)
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain(message)
    expect(codeOf(middleware)).toContain(code)
  })

  it.each([
    "export * from 'next-auth/middleware'\n",
    "import * as auth from 'next-auth/middleware'\n\nexport default auth.withAuth({})\n",
    "export { default, withAuth } from 'next-auth/middleware'\n",
    "export const guard = async () => (await import('next-auth/middleware')).withAuth({})\n",
  ])(
    'authwright migrate adds a comment where a module re-exports or imports all of next-auth/middleware: %s',
    async (code) => {
      const { outcome, middleware } = await migrate(code)
      expect(outcome.output).toContain(message)
      // The command has replaced the name of the module.
      expect(middleware).toContain(code.split('\n').at(-2)?.replace(source, 'authwright/compat/next'))
    },
  )

  it.each([
    ['a variable', 'options'],
    ['a variable after a function', '() => {}, options'],
    ['a call', 'optionsOf()'],
    ['a spread argument', '...options'],
    ['a spread argument after a function', '() => {}, ...options'],
    ['a spread', '{ ...options }'],
    ['pages in a variable', '{ pages: authPages }'],
    ['spread pages', '{ pages: { ...authPages, signIn: "/login" } }'],
    ['shorthand pages', '{ pages }'],
    ['computed pages', '{ [pages]: { signIn: "/login" } }'],
    ['additional pages', '{ pages: { signIn: "/login", newUser: "/welcome" } }'],
    ['callbacks in a variable', '{ callbacks: authCallbacks }'],
    ['spread callbacks', '{ callbacks: { ...authCallbacks } }'],
    ['additional callbacks', '{ callbacks: { authorized: () => true, jwt: read } }'],
    ['a computed callback', '{ callbacks: { [authorized]: () => true } }'],
    ['an accessor', '{ callbacks: { get authorized() { return allow } } }'],
    ['another option', '{ cookies: {} }'],
  ])('authwright migrate does not change options of withAuth: %s', async (_, options) => {
    const code = `export default withAuth(${options})\n`
    const { outcome, middleware } = await migrate(`${withAuth}\n${code}`)
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain(message)
    expect(codeOf(middleware)).toContain(code)
  })

  it('a migrated withAuth does not redirect requests for the sign-in page and the error page', async () => {
    const { outcome, middleware } = await migrate(
      `${withAuth}\nexport default withAuth({ pages: { 'signIn': '/login', error: paths.error } })\n`,
    )
    expect(outcome.code).toBe(0)
    expect(middleware).toContain(
      "if (!token && req.nextUrl.pathname !== '/login' && req.nextUrl.pathname !== paths.error && ",
    )
  })

  it('authwright migrate compares the path with the result of a conditional page of withAuth', async () => {
    const { outcome, middleware } = await migrate(
      `${withAuth}\nexport default withAuth({ pages: { signIn: process.env.LOGIN ?? '/login', error: isOpen ? '/open' : '/error' } })\n`,
    )
    expect(outcome.code).toBe(0)
    expect(middleware).toContain(
      "if (!token && req.nextUrl.pathname !== (process.env.LOGIN ?? '/login') && req.nextUrl.pathname !== (isOpen ? '/open' : '/error') && ",
    )
  })

  it.each([
    ['({ token }) => isStaff(token)', 'if (!((await isStaff(token)) ?? token) && '],
    ['async ({ token }) => { return isStaff(token) }', 'if (!((await isStaff(token)) ?? token) && '],
    [
      '({ token }) => token !== null && isStaff(token)',
      'if (!((await (token !== null && isStaff(token))) ?? token) && ',
    ],
    [
      '({ token, req }) => isOpen(req) ? true : staff?.includes(token)',
      'if (!((isOpen(req) ? true : staff?.includes(token)) ?? token) && ',
    ],
    ['async ({ token }) => await isStaff(token)', 'if (!((await isStaff(token)) ?? token) && '],
    ['({ token }) => (count(), isStaff(token))', 'if (!((await (count(), isStaff(token))) ?? token) && '],
    ['({ token }) => new Check(token)', 'if (!((await (new Check(token))) ?? token) && '],
  ])('authwright migrate awaits a promise of authorized: %s', async (authorized, condition) => {
    const { outcome, middleware } = await migrate(
      `${withAuth}\nexport default withAuth({ callbacks: { authorized: ${authorized} } })\n`,
    )
    expect(outcome.code).toBe(0)
    expect(middleware).toContain(condition)
  })

  it.each([
    ['token?.active', 'token?.active ?? token'],
    ['token!.active', 'token!.active ?? token'],
    ["token?.role?.includes('staff')", "token?.role?.includes('staff') ?? token"],
    ['token?.isAdmin || token?.isStaff', '(token?.isAdmin || token?.isStaff) ?? token'],
    ['token?.isAdmin && true', '(token?.isAdmin && true) ?? token'],
    ['(token?.active as boolean)', '(token?.active as boolean) ?? token'],
    ['token?.active ?? null', 'token?.active ?? null ?? token'],
    ['isOpen ? true : undefined', '(isOpen ? true : undefined) ?? token'],
    ['(count(), token?.active)', '(count(), token?.active) ?? token'],
    ['undefined', 'undefined ?? token'],
  ])(
    'authwright migrate lets a signed-in user through if authorized returns undefined: %s',
    async (returned, condition) => {
      const { outcome, after } = await migrateTwice(
        {
          ...manifest,
          'middleware.ts': `${withAuth}\nexport default withAuth({ callbacks: { authorized: ({ token }) => ${returned} } })\n`,
        },
        '--imports',
      )
      expect(outcome.code).toBe(0)
      expect(after['middleware.ts']).toContain(`if (!(${condition}) && `)
    },
  )

  it.each([
    "token?.role === 'staff'",
    '!!token?.id',
    'token !== null && token.age > 17',
    'token && token.age > 17',
    'token?.isAdmin || false',
    'token?.active ?? false',
    'isOpen ? true : token !== null',
    'Boolean(token?.active)',
    "roles.includes('staff')",
    '(count(), token !== null)',
  ])('authwright migrate copies a condition of authorized that is always a boolean: %s', async (returned) => {
    const { outcome, middleware } = await migrate(
      `${withAuth}\nexport default withAuth({ callbacks: { authorized: ({ token }) => ${returned} } })\n`,
    )
    expect(outcome.code).toBe(0)
    expect(middleware).toContain(`if (!(${returned.replace(/^\((.*)\)$/, '$1')}) && `)
  })

  it.each([
    ['() => token === KEY', '{}'],
    ['({ req }) => isOpen(token)', '{}'],
    ['function () { count(); return token === KEY }', '{}'],
    ['() => req.isOpen', '{}'],
    ['() => request.isOpen', '(request) => { count() }'],
  ])(
    'authwright migrate does not change withAuth if authorized uses a name of the module that the replacement declares: %s',
    async (authorized, first) => {
      const options = `{ callbacks: { authorized: ${authorized} } }`
      const code = `export default withAuth(${first === '{}' ? '' : `${first}, `}${options})\n`
      const { outcome, middleware } = await migrate(
        `${withAuth}\nconst token = read()\nconst req = read()\nconst request = read()\n${code}`,
      )
      expect(outcome.code).toBe(1)
      expect(outcome.output).toContain(message)
      expect(codeOf(middleware)).toContain(code)
    },
  )

  it.each([
    ['async authorized() {\n  count()\n  return true\n}', 'return true\n})()) ?? token)'],
    ['authorized: () => { count(); return true }', '(await (() => { count(); return true })()) ?? token'],
  ])(
    'authwright migrate passes no argument to authorized without parameters: %s',
    async (authorized, call) => {
      const { outcome, middleware } = await migrate(
        `${withAuth}\nexport default withAuth({ callbacks: { ${authorized} } })\n`,
      )
      expect(outcome.code).toBe(0)
      expect(middleware).toContain(call)
    },
  )

  it.each(['async authorized() {\n  // Always.\n  return true\n}', 'authorized: () => /* Always. */ true'])(
    'authwright migrate writes no condition if authorized always returns true: %s',
    async (authorized) => {
      const { outcome, middleware } = await migrate(
        `${withAuth}\nexport default withAuth({ callbacks: { ${authorized} } })\n`,
      )
      expect(outcome.code).toBe(0)
      expect(middleware).toContain('Always.')
      expect(middleware).not.toContain('if (')
    },
  )

  it.each([
    ['', '', ''],
    ["pages: { signIn: '/login' }", "req.nextUrl.pathname === '/login' || ", ''],
    ['callbacks: { authorized: () => true }', '', 'no redirect'],
  ])(
    'a migrated withAuth does not run its function on the sign-in page and the routes of Auth.js: { %s }',
    async (options, pages, kind) => {
      const { outcome, middleware } = await migrate(
        `${withAuth}\nexport default withAuth(function middleware(req) {\n  return next(req.nextauth.token.role)\n}, { ${options} })\n`,
      )
      expect(outcome.code).toBe(0)
      const redirect = kind === '' ? '  if (!token) {\n    const signIn = ' : '  return next(token.role)\n}\n'
      expect(middleware).toContain(`{
  if (${pages}/^\\/(?:api\\/auth|_next|favicon[.]ico)(?:\\/|$)/.test(req.nextUrl.pathname)) return undefined
  const token = await getToken({ req })
${redirect}`)
    },
  )

  it('authwright migrate redirects to a page that is called signIn', async () => {
    const { outcome, middleware } = await migrate(
      `${withAuth}import { signIn } from './paths'\n\nexport default withAuth({ pages: { signIn } })\n`,
    )
    expect(outcome.code).toBe(0)
    expect(middleware).toContain('const target = new URL(signIn, req.url)\n')
    expect(middleware).toContain('return NextResponse.redirect(target)\n')
  })

  it.each([
    ['another cookie', "const token = await getToken({ req, cookieName: 'other' })"],
    ['an encoded token', 'const token = await getToken({ req, raw: true })'],
    ['another secret', 'const token = await getToken({ req, secret: other })'],
    ['another request', 'const token = await getToken({ req: original })'],
    ['options in a variable', 'const token = await getToken(options)'],
    ['other code on the line', 'const token = await getToken({ req, raw: true }); count(token)'],
    ['several declarators', 'const token = req.nextauth.token, id = token?.sub'],
    ['a variable', 'let token = req.nextauth.token'],
    ['another name in the pattern', 'const { token, ...rest } = req.nextauth'],
    ['a parameter', 'const isOwn = (token) => token.sub === req.nextauth.token?.sub'],
    ['a destructured token', 'const { token } = await read()'],
    ['a token of the module', 'if (token) return'],
    ['the whole object', 'log(req.nextauth)'],
    ['a computed name of a pattern', "const { ['nextauth']: auth } = req"],
  ])(
    'authwright migrate does not change a function of withAuth that declares another `token`: %s',
    async (_, line) => {
      const code = `export default withAuth(async function middleware(req) {\n  ${line}\n  return next(token)\n}, {})\n`
      const { outcome, middleware } = await migrate(
        `${withAuth}import { getToken } from 'next-auth/jwt'\nimport { token } from './token'\n\n${code}`,
      )
      expect(outcome.code).toBe(1)
      expect(outcome.output).toContain(message)
      expect(codeOf(middleware)).toContain(code)
    },
  )

  it.each([
    'const token = req.nextauth.token',
    'const token = req.nextauth.token as JWT | null;',
    'const { token } = req.nextauth',
    'const token = await getToken({ req })',
    'const token = await getToken({ req: req, secret: process.env.NEXTAUTH_SECRET })',
    'const token =\n    req.nextauth.token',
  ])('a migrated withAuth reads the token only once: %s', async (line) => {
    const { outcome, middleware } = await migrate(
      `${withAuth}import { getToken } from 'next-auth/jwt'\n\nexport default withAuth(async function middleware(req) {\n  ${line} // The user.\n  count(req); return next(token)\n}, {})\n`,
    )
    expect(outcome.code).toBe(0)
    expect(middleware.split('const token =')).toHaveLength(2)
    expect(middleware).toContain('  // The user.\n  count(req); return next(token)\n}\n')
  })

  it('authwright migrate does not replace req.nextauth.token in comments and strings', async () => {
    const { outcome, middleware } = await migrate(
      `${withAuth}\nexport default withAuth((req) => {\n  // req.nextauth.token is set.\n  log('req.nextauth.token', req.nextauth?.token?.sub)\n})\n`,
    )
    expect(outcome.code).toBe(0)
    expect(middleware).toContain(
      "  // req.nextauth.token is set.\n  log('req.nextauth.token', token?.sub)\n}\n",
    )
  })

  it('authwright migrate replaces each call of withAuth', async () => {
    const { outcome, middleware } = await migrate(
      `${withAuth}\nconst staff = withAuth({ pages: { signIn: '/staff/login' } })\nconst shop = withAuth({ pages: { signIn: '/login' } })\n\nexport default (req, event) => (isStaff(req) ? staff : shop)(req, event)\n`,
    )
    expect(outcome.code).toBe(0)
    expect(middleware).toContain('async function staff(req: NextRequest, ..._rest: unknown[]) {')
    expect(middleware).toContain('async function shop(req: NextRequest, ..._rest: unknown[]) {')
    expect(middleware).toContain("'/staff/login'")
    expect(middleware).toContain("'/login'")
    expect(middleware).not.toContain('withAuth')
  })

  it('authwright migrate replaces the calls of withAuth that it can, and does not change the others', async () => {
    const { outcome, middleware } = await migrate(
      `${withAuth}\nconst staff = withAuth(options)\nconst shop = withAuth({})\n\nexport default (req, event) => (isStaff(req) ? staff : shop)(req, event)\n`,
    )
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain('1 place remains')
    expect(middleware).toContain('\nconst staff = withAuth(options)\n')
    expect(middleware).toContain('async function shop(')
    expect(middleware).toContain('withAuth }')
  })

  it('authwright migrate keeps every comment in and around withAuth', async () => {
    const comments = [
      '// Above.',
      '/* before */',
      '// The function.',
      '/* the request */',
      '// Inside.',
      '// The options.',
      '/* ours */',
      '// The guarded paths.',
      '// Staff only.',
      '// At the end.',
      '// Behind.',
    ]
    const { outcome, middleware } = await migrate(`${withAuth}
// Above.
export default /* before */ withAuth(
  // The function.
  function middleware(req /* the request */) {
    // Inside.
    return next(req)
  },
  {
    // The options.
    pages: { signIn: /* ours */ '/login' },
    callbacks: {
      // The guarded paths.
      authorized({ token }) {
        // Staff only.
        return token?.role === 'staff'
      },
    },
    // At the end.
  },
) // Behind.
`)
    expect(outcome.code).toBe(0)
    expect(middleware).not.toContain('withAuth')
    for (const comment of comments) expect([comment, middleware.split(comment).length]).toEqual([comment, 2])
  })

  it.each([
    [
      "import { middleware } from './routes'\n\nexport default withAuth((req) => middleware(req))\n",
      withAuth,
    ],
    ['const middleware = (req) => log(req)\n\nexport default withAuth((req) => middleware(req))\n', withAuth],
    ["import { middleware } from './routes'\n\nexport { default } from 'next-auth/middleware'\n", ''],
  ])('authwright migrate declares no second `middleware`: %s', async (code, imported) => {
    const { outcome, middleware } = await migrate(`${imported}${code}`)
    expect(outcome.code).toBe(0)
    expect(outcome.output).not.toContain('Not changed')
    expect(middleware).toContain('export default async function (req: NextRequest) {')
  })

  it.each([
    'export const guard = withAuth({})\n',
    "export { default as guard } from 'next-auth/middleware'\n",
  ])(
    'an exported function that replaces withAuth accepts more arguments, such as an event: %s',
    async (code) => {
      const { middleware } = await migrate(`${code.includes('from') ? '' : withAuth}${code}`)
      expect(middleware).toContain('export async function guard(req: NextRequest, ..._rest: unknown[]) {')
    },
  )

  it.each(['middleware', 'proxy'])(
    'migrate writes the entry point of Next.js with the request as its only parameter: %s',
    async (name) => {
      const { middleware } = await migrate(`${withAuth}export const ${name} = withAuth({})\n`)
      expect(middleware).toContain(`export async function ${name}(req: NextRequest) {`)
      expect(middleware).toContain('  }\n  return undefined\n}\n')
    },
  )

  it.each([
    'export const isStaff = (req) => req.nextauth.token?.role === "staff"\n',
    'export const isStaff = (req) => req.nextauth?.token !== null\n',
    'export function isStaff(req) {\n  const { token } = req.nextauth\n  return token !== null\n}\n',
  ])(
    'authwright migrate leaves a comment where another module reads the token of withAuth: %s',
    async (code) => {
      const { outcome, after } = await migrateTwice({
        ...manifest,
        'middleware.ts': `${withAuth}import { isStaff } from './staff'\n\nexport default withAuth((req) => isStaff(req))\n`,
        'staff.js': code,
      })
      expect(outcome.code).toBe(1)
      expect(outcome.output).toMatch(
        /staff[.]js:\d read the token with getToken\(\): req[.]nextauth is not set/,
      )
      expect(codeOf(after['staff.js'] ?? '')).toBe(code)
    },
  )

  it.each([
    'export const isKnown = (req) => req.cookies.has("next-auth.session-token")\n',
    `export const isKnown = (req) => req.cookies.has(\`\${prefix}next-auth.session-token\`)\n`,
  ])('authwright migrate leaves a comment at the name of a cookie of next-auth 4: %s', async (code) => {
    const { outcome, after } = await migrateTwice({
      ...manifest,
      'middleware.ts': `${withAuth}export default withAuth\n`,
      'known.js': code,
    })
    expect(outcome.code).toBe(1)
    expect(outcome.output).toContain('known.js:1 this cookie is authjs.session-token now.')
    expect(codeOf(after['known.js'] ?? '')).toBe(code)
  })

  it('authwright migrate leaves no comment at a cookie whose name the configuration sets', async () => {
    const { outcome } = await migrateTwice({
      ...manifest,
      'lib/auth.ts': `import type { NextAuthOptions } from 'next-auth'
import GitHub from 'next-auth/providers/github'

export const authOptions: NextAuthOptions = {
  providers: [GitHub({ clientId: '', clientSecret: '' })],
  cookies: { sessionToken: { name: 'next-auth.session-token' } },
}
`,
      'known.js': 'export const isKnown = (req) => req.cookies.has("next-auth.session-token")\n',
    })
    expect(outcome.code).toBe(0)
  })

  it('authwright migrate imports the request under another name if the module has another `NextRequest`', async () => {
    const { middleware } = await migrate(
      `${withAuth}import { NextRequest } from './types'\n\nexport default withAuth((req) => log(NextRequest, req))\n`,
    )
    expect(middleware).toContain(
      "import { NextRequest as NextServerRequest, NextResponse } from 'next/server'",
    )
    expect(middleware).toContain('async function middleware(req: NextServerRequest) {')
  })
})
