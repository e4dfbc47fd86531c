import { createAuth } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'
import { createAuth as createNextAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'
import { db } from '../fixtures.js'

// An adapter that may be `undefined` is also reported without `exactOptionalPropertyTypes`.

declare const stored: string | undefined
declare const options: { adapter?: typeof db }
const maybe = stored ? db : undefined

createAuth({ providers: [github()], adapter: stored ? sqlite(stored) : undefined })
//                                  ^ The adapter may be `undefined`: write one configuration per case.

createNextAuth({ providers: [github()], adapter: maybe, session: { strategy: 'jwt' } })
//                                      ^ The adapter may be `undefined`: write one configuration per case.

createAuth({ providers: [github()], adapter: options.adapter })
//                                  ^ The adapter may be `undefined`: write one configuration per case.

createAuth().provider(github()).adapter(maybe)
//                                      ^ The adapter may be `undefined`: write one configuration per case.

createAuth({ providers: [github()], adapter: undefined }).build()
createAuth({
  providers: [github()],
  adapter: db,
  callbacks: { session: ({ session, user }) => ({ ...session, role: user.role }) },
}).build()
