import { DrizzleAdapter } from '@auth/drizzle-adapter'
import type { SolidAuthConfig } from '@auth/solid-start'
import Keycloak from '@auth/solid-start/providers/keycloak'
import { drizzle } from 'drizzle-orm/libsql'

const database = drizzle({ connection: { url: process.env.DATABASE_URL ?? 'file:notes.db' } })

export const authOptions: SolidAuthConfig = {
  adapter: DrizzleAdapter(database),
  basePath: '/api/auth',
  trustHost: true,
  providers: [
    Keycloak({
      clientId: process.env.AUTH_KEYCLOAK_ID,
      clientSecret: process.env.AUTH_KEYCLOAK_SECRET,
      issuer: process.env.AUTH_KEYCLOAK_ISSUER,
      name: 'Company',
    }),
  ],
  session: { strategy: 'database' },
}
