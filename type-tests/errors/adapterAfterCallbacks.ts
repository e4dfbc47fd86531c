import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import { db } from '../fixtures.js'

createAuth()
  .provider(github())
  .callbacks({ jwt: ({ token }) => token })
  .adapter(db)
//         ^ Call .adapter() before .callbacks() and .events(): their types depend on the adapter.

// `session` reads `user`, which exists only with an adapter. Both messages say to call .adapter() first.
const early = createAuth()
  .provider(github())
  // biome-ignore format: a mark stands at the beginning of a line.
  .callbacks({ session: ({ session, user }) => ({ ...session, id: user.id }) })
//                                  ^ Property 'user' is private and only accessible within class 'CallAdapterFirstOrUseTokenSub'.
early.adapter(db)
//            ^ Call .adapter() before .callbacks() and .events(): their types depend on the adapter.
