import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

createAuth().provider(github()).session({ strategy: 'database' }).build()
//                                                                ^ Strategy 'database' stores sessions in a database: call .adapter() before .build(), or choose strategy 'jwt'.

createAuth({ providers: [github()], session: { strategy: 'database' } }).build()
//                                                                       ^ Strategy 'database' stores sessions in a database: call .adapter() before .build(), or choose strategy 'jwt'.
