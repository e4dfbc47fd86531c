import { createAuth } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'
import { github } from 'authwright/providers/github'

createAuth().session({ strategy: 'jwt', max: 5 }).provider(github()).build()
//                                      ^ The option `session.max` is about sessions in a database: choose strategy 'database', or leave it out.

createAuth().session({ strategy: 'jwt', cache: 30 }).provider(github()).adapter(sqlite('auth.db')).build()
//                                      ^ The option `session.cache` is about sessions in a database: choose strategy 'database', or leave it out.

createAuth({ providers: [github()], session: { strategy: 'jwt', max: 5 } })
//                                                              ^ The option `session.max` is about sessions in a database: choose strategy 'database', or leave it out.
