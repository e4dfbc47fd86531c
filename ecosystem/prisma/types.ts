/* Compiled, never run: the types of a client that Prisma has really generated. */
import { type Adapter, createAuth } from 'authwright'
import { prisma } from 'authwright/adapters/prisma'
import { github } from 'authwright/providers/github'
import type { PrismaClient } from './generated/client/client.js'

declare const client: PrismaClient

/** The adapter has the methods of all six models. */
export const adapter: Required<
  Pick<
    Adapter,
    | 'createSession'
    | 'listSessionsByUserId'
    | 'useVerificationToken'
    | 'createAuthenticator'
    | 'setPasswordIf'
  >
> = prisma(client)

export const { handler } = createAuth()
  .provider(github())
  .adapter(prisma(client))
  .callbacks({
    session: ({ session, user }) => {
      const role: 'member' | 'admin' = user.role
      // @ts-expect-error A role is none of anything else.
      const other: 'member' = user.role
      return { ...session, role, other, logins: user.logins satisfies number | null }
    },
  })
  .build()
