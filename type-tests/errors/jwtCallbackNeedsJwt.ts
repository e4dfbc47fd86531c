import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import * as v from 'valibot'
import { db } from '../fixtures.js'

createAuth()
  .provider(github())
  .adapter(db)
  .callbacks({ jwt: ({ token }) => token })
//             ^ Strategy 'database' has no token: leave out `jwt`, or call .session({ strategy: 'jwt' }) first.

createAuth()
  .provider(github())
  .jwt({ claims: v.object({ role: v.string() }) })
  .adapter(db)
  .build()
// ^ Strategy 'database' has no token: leave out `jwt`, or call .session({ strategy: 'jwt' }) first.

createAuth().provider(github()).jwt({ maxAge: 3600 }).adapter(db).build()
//                                                                ^ Strategy 'database' has no token: leave out `jwt`, or call .session({ strategy: 'jwt' }) first.

createAuth({ providers: [github()], adapter: db, callbacks: { jwt: ({ token }) => token } })
//                                                            ^ Strategy 'database' has no token: leave out `jwt`, or call .session({ strategy: 'jwt' }) first.

createAuth({ providers: [github()], jwt: { maxAge: 3600 } })
  .adapter(db)
  .build()
// ^ Strategy 'database' has no token: leave out `jwt`, or call .session({ strategy: 'jwt' }) first.
