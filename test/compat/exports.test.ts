import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const core = 'node_modules/@auth/core'

/**
 * For each module of Auth.js: its names, from its declarations or as published, and the module that replaces
 * it.
 */
const modules: Readonly<
  Record<string, readonly [theirs: string | readonly string[], ours: string, leftOut?: readonly string[]]>
> = {
  '@auth/core': [`${core}/index.d.ts`, 'src/compat.ts'],
  '@auth/core/types': [
    `${core}/types.d.ts`,
    'src/compat.ts',
    // Internal types of Auth.js, and lists of codes that are different in Authwright.
    ['Authenticator', 'ErrorPageParam', 'ResponseInternal', 'SignInPageErrorParam', 'WarningCode'].concat(
      'WebAuthnOptionsResponseBody',
      'Awaited',
      'SemverString',
    ),
  ],
  '@auth/core/adapters': [`${core}/adapters.d.ts`, 'src/compat.ts', ['isDate']],
  '@auth/core/jwt': [`${core}/jwt.d.ts`, 'src/compat/jwt.ts'],
  '@auth/core/providers': [
    `${core}/providers/index.d.ts`,
    'src/compat.ts',
    // Lists of what the package contains, and parts of a provider that have no exported type in Authwright.
    [
      'AppProvider',
      'BuiltInProviders',
      'CredentialsProviderId',
      'EmailProviderId',
      'EmailProviderType',
    ].concat(
      'OAuthProviderId',
      'EmailProviderSendVerificationRequestParams',
      'OAuthChecks',
      'AuthorizationEndpointHandler',
      'TokenEndpointHandler',
      'UserinfoEndpointHandler',
      'AccountCallback',
      'OAuthProviderButtonStyles',
      'OAuthEndpointType',
      'OIDCConfigInternal',
    ),
  ],
  '@auth/core/errors': [`${core}/errors.d.ts`, 'src/errors.ts'],
  'next-auth': [
    [
      'default',
      'AuthError',
      'CredentialsSignin',
      'customFetch',
      'Session',
      'Account',
      'Profile',
      'DefaultSession',
      'User',
      'NextAuthConfig',
      'NextAuthRequest',
      'NextAuthResult',
    ],
    'src/compat/next.ts',
  ],
  'next-auth/react': [
    [
      'SignInOptions',
      'SignInAuthorizationParams',
      'SignOutParams',
      'SignInResponse',
      'SessionProviderProps',
      'UpdateSession',
      'SessionContextValue',
      'SessionContext',
      'useSession',
      'getSession',
      'getCsrfToken',
      'getProviders',
      'signIn',
      'signOut',
      'SessionProvider',
      'ClientSafeProvider',
    ],
    'src/compat/react.ts',
  ],
  '@auth/sveltekit': [
    [
      'customFetch',
      'AuthError',
      'CredentialsSignin',
      'Account',
      'DefaultSession',
      'Profile',
      'Session',
      'User',
      'SvelteKitAuthConfig',
      'SvelteKitAuth',
    ],
    'src/compat/sveltekit.ts',
  ],
  '@auth/solid-start': [
    [
      'customFetch',
      'AuthError',
      'CredentialsSignin',
      'Account',
      'DefaultSession',
      'Profile',
      'Session',
      'User',
      'SolidAuthConfig',
      'SolidAuth',
      'getSession',
      'GetSessionResult',
    ],
    'src/compat/solid-start.ts',
  ],
}

const files = Object.values(modules).flatMap(([theirs, ours]) => [theirs, ours].flat())
const program = ts.createProgram(
  files.filter((file) => file.includes('/')).map((file) => path.resolve(file)),
  {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    skipLibCheck: true,
    noEmit: true,
  },
)

function exportsOf(file: string): readonly string[] {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(path.resolve(file))
  const symbol = source && checker.getSymbolAtLocation(source)
  return symbol ? checker.getExportsOfModule(symbol).map(({ name }) => name) : []
}

test.each(Object.entries(modules))(
  'every export of %s exists, except the listed ones',
  (_, [theirs, ours, leftOut = []]) => {
    const published = typeof theirs === 'string' ? exportsOf(theirs) : theirs
    expect(published.length).toBeGreaterThan(3)
    const own = new Set(exportsOf(ours))
    const missing = published.filter((name) => !own.has(name) && !name.startsWith('__'))
    expect(missing.filter((name) => !leftOut.includes(name))).toEqual([])
  },
)
