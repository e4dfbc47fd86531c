import { createAuth } from 'authwright'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'
import * as v from 'valibot'
import { db, request } from '../fixtures.js'

// The compiler's own messages are shown for errors that are not rules of the builder.

const two = createAuth().provider(github()).provider(google())

two.build().signIn('gogle', { request })
//                 ^ Argument of type '"gogle"' is not assignable to parameter of type '"github" | "google"'.

createAuth().provider(github({ profile: (raw) => ({ login: raw.login }) }))
//                             ^ Type '{ login: string; }' is not assignable to type 'Awaitable<ProviderUser<"Its id is a string: String(id)">>'.

two.adapter(db).callbacks({ session: ({ token }) => token })
//                                      ^ Property 'token' does not exist on type 'DatabaseSessionParams<BaseSession, DbUser,

two.callbacks({ session: ({ user }) => user })
//                          ^ Property 'user' is private and only accessible within class 'CallAdapterFirstOrUseTokenSub'.

two.callbacks({ sessions: () => 1 })
//              ^ did you mean `session`?

const form = createAuth()
  .provider(credentials({ input: v.object({ name: v.string() }), authorize: ({ name }) => ({ id: name }) }))
  .session({ update: v.object({ plan: v.string() }) })
  .build()

form.signIn('credentials', { request })
//                         ^ Property 'name' is missing in type '{ request: Request; }' but required in type '{ name: string; }'.

form.update({ plan: 1 }, { request })
//            ^ Type 'number' is not assignable to type 'string'.

createAuth({ providers: [github()], callbacks: { signin: () => false } })
//                                               ^ did you mean `signIn`?

createAuth({ providers: [github()], events: { signin: () => {} } })
//                                            ^ did you mean `signIn` or `signOut`?
