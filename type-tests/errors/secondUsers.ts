import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import { db } from '../fixtures.js'

declare const users: {
  find(): { id: string } | null
  create(): { id: string }
}

createAuth().provider(github()).adapter(db).users(users)
//                                                ^ Users are stored in one place: call either .adapter() or .users(), once.

createAuth().provider(github()).users(users).adapter(db)
//                                                   ^ Users are stored in one place: call either .adapter() or .users(), once.

createAuth().provider(github()).users(users).users(users)
//                                                 ^ Users are stored in one place: call either .adapter() or .users(), once.

createAuth({ providers: [github()], adapter: db, users }).build()
//                                                        ^ Users are stored in one place: call either .adapter() or .users(), once.
