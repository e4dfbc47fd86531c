import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import { db } from '../fixtures.js'

declare const users: {
  find(): { id: string } | null
  create(): { id: string }
}

createAuth().provider(github()).adapter(db).users(users)
//                                                ^ Users have one place: call .adapter() or .users(), and only once.

createAuth().provider(github()).users(users).adapter(db)
//                                                   ^ Users have one place: call .adapter() or .users(), and only once.

createAuth().provider(github()).users(users).users(users)
//                                                 ^ Users have one place: call .adapter() or .users(), and only once.

createAuth({ providers: [github()], adapter: db, users }).build()
//                                                        ^ Users have one place: call .adapter() or .users(), and only once.
