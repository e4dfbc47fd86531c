import { createAuth } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'
import { github } from 'authwright/providers/github'

const refresh = { every: 300, claims: () => ({ role: 'member' }) }

createAuth().session({ strategy: 'database', refresh }).provider(github()).adapter(sqlite('auth.db')).build()
//                                           ^ The option `session.refresh` is about sealed sessions: choose strategy 'jwt', or leave it out.
