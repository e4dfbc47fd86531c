import process from 'node:process'
import { createAuth } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'
import { credentials } from 'authwright/providers/credentials'
import { passkey } from 'authwright/providers/passkey'

const { DATABASE, STRATEGY } = process.env

/** Users are in a file that the server and the tests share. */
const configured = createAuth()
  .provider(passkey())
  .provider(credentials({ input: {}, authorize: () => null }))
  .adapter(sqlite(DATABASE, { user: { role: { type: 'text', default: 'member' } } }))

export const auth =
  STRATEGY === 'jwt'
    ? configured
        .session({ strategy: 'jwt' })
        .callbacks({ jwt: ({ token, user }) => (user ? { ...token, role: user.role } : token) })
        .callbacks({ session: ({ session, token }) => ({ ...session, role: token.role }) })
        .build()
    : configured
        .session({ strategy: 'database' })
        .callbacks({ session: ({ session, user }) => ({ ...session, role: user.role }) })
        .build()
