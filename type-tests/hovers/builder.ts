import { createAuth } from 'authwright'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'
import { db } from '../fixtures.js'

declare function use(...values: readonly unknown[]): void

const empty = createAuth()
//    ^?

const one = createAuth().provider(github())
//    ^?                 ^?

const two = one.provider(google({ profile: (raw) => ({ id: raw.sub, domain: raw.hd }) }))
//    ^?                                    ^?

const form = two.provider(
  credentials({ input: { name: {}, password: {} }, authorize: ({ name }) => ({ id: name }) }),
  //                                                             ^?
)
form.build
// ^?   ^?

const stored = two.adapter(db)
//    ^?           ^?

const sealed = two.session({ strategy: 'jwt' })
//                                      ^| database, jwt
//                           ^?

const object = createAuth({ providers: [github(), google()], adapter: db })
//    ^?

const lazy = createAuth(() => createAuth().provider(github()))
//    ^?

one.provider
//  ^| adapter, build, callbacks, cookies, events, flow, jwt, options, pages, provider, session, signUp, tenant, use, users

two.callbacks({ signIn: () => true })
//              ^| authorized, jwt, redirect, session, signIn

two.build()
//  ^?

use(empty, lazy, object, sealed, stored)
