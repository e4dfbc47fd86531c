import { createAuth } from 'authwright'
import { credentials } from 'authwright/providers/credentials'
import { type DbUser, db } from '../fixtures.js'

declare function find(name: string): Promise<DbUser | null>

const input = { name: {} }

createAuth()
  .provider(credentials({ input, authorize: ({ name }) => ({ id: name }) }))
  .adapter(db)
  .build()
// ^ With strategy 'database', `authorize` of 'credentials' must return a user of the adapter: look up the user, or choose strategy 'jwt'.

createAuth()
  .provider(credentials({ input, authorize: ({ name }) => find(name) }))
  .adapter(db)
  .build()

createAuth({ providers: [credentials({ input, authorize: () => ({ id: '1' }) })], adapter: db }).build()
//                                                                                               ^ With strategy 'database', `authorize` of 'credentials' must return a user of the adapter: look up the user, or choose strategy 'jwt'.
