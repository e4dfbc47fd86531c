/* Compiled, never run: the types of a client that Prisma has generated. */
import { type Adapter, createAuth } from 'authwright'
import { prisma } from 'authwright/adapters/prisma'
import { github } from 'authwright/providers/github'
import { password } from 'authwright/providers/password'
import type { PrismaClient } from './generated/client/client.js'
import type { PrismaClient as ClientWithCompany } from './generated/required/client/client.js'

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
      // @ts-expect-error A role has only the declared values.
      const other: 'member' = user.role
      return { ...session, role, other, logins: user.logins satisfies number | null }
    },
  })
  .build()

// A sign-up must fill columns without a default: `company`, but not `role` and `logins`.
createAuth()
  .provider(password({ verify: false }))
  .adapter(prisma(client))
  .session({ strategy: 'jwt' })
  .build()

declare const clientWithCompany: ClientWithCompany
const adapterWithCompany = prisma(clientWithCompany)

createAuth()
  .provider(password({ verify: false, signUp: { fields: { company: { required: true } } } }))
  .adapter(adapterWithCompany)
  .session({ strategy: 'jwt' })
  .build()

createAuth()
  .provider(password({ verify: false }))
  .adapter(adapterWithCompany)
  .session({ strategy: 'jwt' })
  // @ts-expect-error The column `company` has no default.
  .build()
