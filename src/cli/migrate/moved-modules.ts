/** Where a module of Auth.js is in Authwright: `authwright/compat` has its names. `undefined` for any other module. */
export function movedModule(specifier: string): string | undefined {
  const known = modules[specifier]
  if (known !== undefined) return known
  const id = specifier.match(
    /^(?:next-auth|@auth\/(?:core|sveltekit|solid-start))\/providers\/([\w-]+)$/,
  )?.[1]
  if (id === undefined) return undefined
  if (unknownProviders.includes(id)) return `@auth/core/providers/${id}`
  return `authwright/compat/providers/${renamedProviders[id] ?? id}`
}

/** Providers of Auth.js that Authwright takes from the package `@auth/core`. */
const unknownProviders: readonly string[] = ['azure-devops', 'medium', 'passage']

const renamedProviders: Readonly<Record<string, string>> = { 'ory-hydra': 'hydra' }

const modules: Readonly<Record<string, string>> = {
  'next-auth': 'authwright/compat/next',
  'next-auth/next': 'authwright/compat/next',
  'next-auth/react': 'authwright/compat/react',
  'next-auth/client': 'authwright/compat/react',
  'next-auth/jwt': 'authwright/compat/jwt',
  'next-auth/adapters': 'authwright/compat',
  'next-auth/providers': 'authwright/compat',
  'next-auth/providers/index': 'authwright/compat',
  'next-auth/core/types': 'authwright/compat',
  'next-auth/middleware': 'authwright/compat/next',
  'next-auth/package.json': 'authwright/package.json',
  'next-auth/webauthn': 'authwright/compat/react',
  '@auth/core': 'authwright/compat',
  '@auth/core/types': 'authwright/compat',
  '@auth/core/adapters': 'authwright/compat',
  '@auth/core/providers': 'authwright/compat',
  '@auth/core/jwt': 'authwright/compat/jwt',
  '@auth/core/errors': 'authwright/errors',
  '@auth/sveltekit': 'authwright/compat/sveltekit',
  '@auth/sveltekit/client': 'authwright/svelte',
  '@auth/sveltekit/components': 'authwright/sveltekit/components',
  '@auth/sveltekit/package.json': 'authwright/package.json',
  '@auth/solid-start': 'authwright/compat/solid-start',
  '@auth/solid-start/client': 'authwright/solid',
  '@solid-auth/base': 'authwright/compat/solid-start',
  '@solid-auth/base/client': 'authwright/solid',
}

/** Adapters of `next-auth` 4, whose packages have another name since, and the major version of each. */
export const adapterPackages: Readonly<Record<string, string>> = {
  '@next-auth/prisma-adapter': '@auth/prisma-adapter@^2.0.0',
  '@next-auth/drizzle-adapter': '@auth/drizzle-adapter@^1.0.0',
  '@next-auth/mongodb-adapter': '@auth/mongodb-adapter@^3.0.0',
  '@next-auth/firebase-adapter': '@auth/firebase-adapter@^2.0.0',
  '@next-auth/supabase-adapter': '@auth/supabase-adapter@^1.0.0',
  '@next-auth/upstash-redis-adapter': '@auth/upstash-redis-adapter@^2.0.0',
  '@next-auth/dynamodb-adapter': '@auth/dynamodb-adapter@^2.0.0',
  '@next-auth/typeorm-adapter': '@auth/typeorm-adapter@^2.0.0',
  '@next-auth/typeorm-legacy-adapter': '@auth/typeorm-adapter@^2.0.0',
  '@next-auth/sequelize-adapter': '@auth/sequelize-adapter@^2.0.0',
  '@next-auth/mikro-orm-adapter': '@auth/mikro-orm-adapter@^3.0.0',
  '@next-auth/pouchdb-adapter': '@auth/pouchdb-adapter@^2.0.0',
  '@next-auth/neo4j-adapter': '@auth/neo4j-adapter@^2.0.0',
  '@next-auth/dgraph-adapter': '@auth/dgraph-adapter@^2.0.0',
  '@next-auth/fauna-adapter': '@auth/fauna-adapter@^2.0.0',
  '@next-auth/xata-adapter': '@auth/xata-adapter@^1.0.0',
}

/** Types of `next-auth` 4 and `@auth/core` that are in `authwright/compat`, not in the entry of the framework. */
export const frameworkNames: ReadonlySet<string> = new Set([
  'default',
  '*',
  'NextAuth',
  'NextAuthConfig',
  'NextAuthResult',
  'NextAuthRequest',
  'SvelteKitAuth',
  'SvelteKitAuthConfig',
  'SolidAuth',
  'SolidAuthConfig',
  'getSession',
  'Session',
  'DefaultSession',
  'User',
  'DefaultUser',
  'Account',
  'Profile',
  'AuthError',
  'CredentialsSignin',
  'customFetch',
])
