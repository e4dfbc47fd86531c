import { createAuth } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'
import { github } from 'authwright/providers/github'

const refresh = { every: 300, claims: () => ({ role: 'member' }) }

createAuth().session({ strategy: 'database', refresh }).provider(github()).adapter(sqlite('auth.db')).build()
//                                           ^ `session.refresh` works with sealed sessions only: leave it out, or choose strategy 'jwt'.

createAuth().session({ refresh }).provider(github()).adapter(sqlite('auth.db')).build()
//                                                                              ^ `session.refresh` works with sealed sessions only: leave it out, or choose strategy 'jwt'.

createAuth({ providers: [github()], session: { refresh }, adapter: sqlite('auth.db') })
//                                             ^ `session.refresh` works with sealed sessions only: leave it out, or choose strategy 'jwt'.

createAuth().session({ refresh }).provider(github()).build()

createAuth()
  .session({ refresh })
  .provider(github())
  .adapter(sqlite('auth.db'))
  .session({ strategy: 'jwt' })
  .build()
