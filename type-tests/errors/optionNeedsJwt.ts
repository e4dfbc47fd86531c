import { createAuth } from 'authwright'
import { redisSessions } from 'authwright/adapters/redis-sessions'
import { sqlite } from 'authwright/adapters/sqlite'
import { github } from 'authwright/providers/github'

const refresh = { every: 300, claims: () => ({ role: 'member' }) }

createAuth().session({ strategy: 'database', refresh }).provider(github()).adapter(sqlite('auth.db')).build()
//                                           ^ `session.refresh` works with strategy 'jwt' only: leave it out, or choose that strategy.

createAuth().session({ refresh }).provider(github()).adapter(sqlite('auth.db')).build()
//                                                                              ^ `session.refresh` works with strategy 'jwt' only: leave it out, or choose that strategy.

createAuth({ providers: [github()], session: { refresh }, adapter: sqlite('auth.db') })
//                                             ^ `session.refresh` works with strategy 'jwt' only: leave it out, or choose that strategy.

createAuth().session({ refresh }).provider(github()).build()

createAuth()
  .session({ refresh })
  .provider(github())
  .adapter(sqlite('auth.db'))
  .session({ strategy: 'jwt' })
  .build()

const sessionStore = redisSessions({ client: { eval: async () => null } })

createAuth().session({ strategy: 'database', sessionStore }).adapter(sqlite('auth.db'))
//                                           ^ `session.sessionStore` works with strategy 'jwt' only: leave it out, or choose that strategy.

createAuth().session({ sessionStore }).provider(github()).adapter(sqlite('auth.db')).build()
//                                                                                   ^ `session.sessionStore` works with strategy 'jwt' only: leave it out, or choose that strategy.

createAuth({ providers: [github()], session: { sessionStore }, adapter: sqlite('auth.db') })
//                                             ^ `session.sessionStore` works with strategy 'jwt' only: leave it out, or choose that strategy.

createAuth().session({ sessionStore, strategy: 'jwt' }).provider(github()).adapter(sqlite('auth.db')).build()

createAuth({ providers: [github()], session: { refresh } })
  .adapter(sqlite('auth.db'))
  .build()
// ^ `session.refresh` works with strategy 'jwt' only: leave it out, or choose that strategy.

createAuth({ providers: [github()], session: { refresh, strategy: 'jwt' } })
  .adapter(sqlite('auth.db'))
  .build()

createAuth()
  .session({ refresh, strategy: 'jwt' })
  .provider(github())
  .adapter(sqlite('auth.db'))
  .session({ strategy: 'database' })
  .build()
// ^ `session.refresh` works with strategy 'jwt' only: leave it out, or choose that strategy.
