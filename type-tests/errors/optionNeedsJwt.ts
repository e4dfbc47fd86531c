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

const store = redisSessions({ client: { eval: async () => null } })

createAuth().session({ strategy: 'database', store }).provider(github()).adapter(sqlite('auth.db')).build()
//                                           ^ `session.store` works with strategy 'jwt' only: leave it out, or choose that strategy.

createAuth().session({ store }).provider(github()).adapter(sqlite('auth.db')).build()
//                                                                            ^ `session.store` works with strategy 'jwt' only: leave it out, or choose that strategy.

createAuth({ providers: [github()], session: { store }, adapter: sqlite('auth.db') })
//                                             ^ `session.store` works with strategy 'jwt' only: leave it out, or choose that strategy.

createAuth().session({ store, strategy: 'jwt' }).provider(github()).adapter(sqlite('auth.db')).build()
