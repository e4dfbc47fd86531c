import { createAuth } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'
import { createAuth as createNextAuth } from 'authwright/next'
import GitHub from 'authwright/providers/github'
//     ^ has no default export.
import { google } from 'authwright/providers/google'

// An unresolved type is reported where it is used, and not again at `.build()`.

const base = createAuth().provider(google())
const inDatabase = base.adapter(sqlite('auth.db'))

createAuth().provider(GitHub).build()

createAuth().provider(GitHub()).build()

createAuth({ providers: [GitHub] }).build()

createNextAuth({ providers: [GitHub(), google()], pages: { signIn: '/login' } }).build()

const stored = inDatabase.callbacks({ session: ({ session, token }) => ({ ...session, id: token.sub }) })
//                                                         ^ Property 'token' does not exist on type 'DatabaseSessionParams<

const sealed = base.callbacks({ session: ({ session, user }) => ({ ...session, id: user.id }) })
//                                                   ^ Property 'user' is private and only accessible within class 'CallAdapterFirstOrUseTokenSub'.

stored.build()
sealed.build()

base.adapter(unknownName()).build()
//           ^ Cannot find name 'unknownName'.
