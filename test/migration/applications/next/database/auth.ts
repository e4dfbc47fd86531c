import { DrizzleAdapter } from '@auth/drizzle-adapter'
import NextAuth, { type DefaultSession } from 'next-auth'
import GitHub from 'next-auth/providers/github'
import Keycloak from 'next-auth/providers/keycloak'
import { database } from '@/database'

export const { handlers, auth, signIn, signOut } = NextAuth({
  trustHost: true,
  adapter: DrizzleAdapter(database),
  providers: [GitHub, Keycloak({ name: 'Company' })],
  basePath: '/auth',
  session: { strategy: 'database' },
  callbacks: {
    authorized: ({ request, auth }) => request.nextUrl.pathname !== '/middleware-example' || !!auth,
    session({ session, user }) {
      session.user.id = user.id
      return session
    },
  },
})

declare module 'next-auth' {
  interface Session {
    accessToken?: string
    user: { id: string } & DefaultSession['user']
  }
}
