/** A configuration of Auth.js 5 with code that a codemod must keep: comments, callbacks that change their arguments, augmentations. */
export const whole = `import NextAuth from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import GitHub from 'next-auth/providers/github'
import Google from 'next-auth/providers/google'
import { find } from './users'

declare module 'next-auth' {
  interface Session {
    user: { id: string; role: 'admin' | 'member'; name?: string | null }
  }
  interface User {
    role?: 'admin' | 'member'
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    role: 'admin' | 'member'
  }
}

// The instance.
export const { handlers, auth, signIn, signOut } = NextAuth({
  // Sign-in methods.
  providers: [
    GitHub, // for staff
    Google({
      clientId: process.env.GOOGLE_ID,
    }),
    // Passwords of the old system.
    Credentials({
      credentials: { email: { label: 'Email' }, password: { type: 'password' } },
      async authorize(credentials) {
        return find(credentials.email as string)
      },
    }),
  ],
  callbacks: {
    // The session of pages.
    session({ session, token, user }) {
      session.user.id = token.sub as string
      session.user.role = token.role
      return session
    },
    async jwt({ token, user }) {
      if (user?.role) token.role = user.role // at sign-in
      return token
    },
  },
  session: { strategy: 'jwt' },
  pages: { signIn: '/login' },
  // trustHost: true,
  debug: true,
})
`

export const users = `export async function find(email: string): Promise<{ id: string; email: string; role: 'admin' | 'member' } | null> {
  return email === '' ? null : { id: '1', email, role: 'admin' }
}
`
