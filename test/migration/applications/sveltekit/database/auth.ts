import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { SvelteKitAuth } from '@auth/sveltekit'
import GitHub from '@auth/sveltekit/providers/github'
import Keycloak from '@auth/sveltekit/providers/keycloak'
import { drizzle } from 'drizzle-orm/libsql'
import { env } from '$env/dynamic/private'

export const { handle, signIn, signOut } = SvelteKitAuth({
  trustHost: true,
  adapter: DrizzleAdapter(drizzle({ connection: { url: env.DATABASE_URL ?? 'file:notes.db' } })),
  providers: [GitHub, Keycloak({ name: 'Company' })],
  session: { strategy: 'database' },
})
