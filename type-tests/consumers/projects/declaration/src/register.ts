import type { IdentifiedUser } from 'authwright'
import type { RegisteredSession } from 'authwright/internal'
import type { auth } from './auth.js'

declare module 'authwright' {
  interface Register {
    auth: typeof auth
  }
  interface User {
    nickname?: string
  }
}

export const planOf = (session: RegisteredSession): 'free' => session.plan

// `IdentifiedUser` extends the augmented interface inside of the package.
export const nicknameOf = (user: IdentifiedUser): string | undefined => user.nickname
