import type { DefaultSession } from 'next-auth'

declare module 'next-auth' {
  interface Session {
    user?: { id: string; via?: string } & DefaultSession['user']
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    uid: string
    via?: string
  }
}
