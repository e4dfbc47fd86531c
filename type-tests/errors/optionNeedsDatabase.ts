import { createAuth } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'
import { github } from 'authwright/providers/github'

createAuth().session({ strategy: 'jwt', maxSessions: { count: 5 } })
//                                      ^ `session.maxSessions` works with strategy 'database' only: leave it out, or call .adapter() without strategy 'jwt'.

createAuth().session({ strategy: 'jwt', cookieCache: 30 })
//                                      ^ `session.cookieCache` works with strategy 'database' only: leave it out, or call .adapter() without strategy 'jwt'.

createAuth({ providers: [github()], session: { strategy: 'jwt', maxSessions: { count: 5 } } })
//                                                              ^ `session.maxSessions` works with strategy 'database' only: leave it out, or call .adapter() without strategy 'jwt'.

// Without a strategy, the adapter determines it, and the adapter may be set later.

createAuth()
  .session({ maxSessions: { count: 5 } })
  .provider(github())
  .build()
// ^ `session.maxSessions` works with strategy 'database' only: leave it out, or call .adapter() without strategy 'jwt'.

createAuth().session({ cookieCache: 30 }).session({ maxAge: 3600 }).provider(github()).build()
//                                                                                     ^ `session.cookieCache` works with strategy 'database' only: leave it out, or call .adapter() without strategy 'jwt'.

createAuth({ providers: [github()], session: { maxSessions: { count: 5 } } })
//                                             ^ `session.maxSessions` works with strategy 'database' only: leave it out, or call .adapter() without strategy 'jwt'.

createAuth()
  .session({ maxSessions: { count: 5 }, cookieCache: 30 })
  .provider(github())
  .adapter(sqlite('auth.db'))
  .build()

createAuth({
  providers: [github()],
  session: { maxSessions: { count: 5 }, cookieCache: 30 },
  adapter: sqlite('auth.db'),
}).build()

createAuth({ providers: [github()], session: { cookieCache: 30 }, adapter: sqlite('auth.db') })
  .session({ strategy: 'jwt' })
  .build()
// ^ `session.cookieCache` works with strategy 'database' only: leave it out, or call .adapter() without strategy 'jwt'.
