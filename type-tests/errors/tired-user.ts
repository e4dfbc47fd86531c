import { createAuth } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'
import { credentials } from 'authwright/providers/credentials'
import { email } from 'authwright/providers/email'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'
import { oauth } from 'authwright/providers/oauth'
import { request } from '../fixtures.js'

// Common mistakes. The list was written before the error messages. Each message says what to change.

const start = createAuth()
const base = start.provider(github())
const auth = base.build()
const form = start.provider(credentials({ input: { name: {}, password: {} }, authorize: () => null })).build()
const db = sqlite('auth.db', { user: { role: { type: 'text', values: ['admin', 'member'] } } })
const acme = 'https://acme.example/authorize'
const named = github({ profile: (raw) => ({ id: String(raw.id), role: 'boss' }) })
const seconds = 30

start.provider(github).build()
//             ^ Not a provider: call

base.provider(github())
//            ^ Provider id 'github' is already registered: give this provider another id

base.callbacks({ signIn: () => true }).adapter(db)
//                                             ^ Call .adapter() before .callbacks() and .events()

base.callbacks({ singIn: () => true })
//               ^ There is no callback `singIn`: did you mean `signIn`?

base.options({ secert: 'hush' })
//             ^ Did you mean to write 'secret'?

base.callbacks({ signIn: async ({ user }) => user.email }).build()
//                                                         ^ The `signIn` callback may return `undefined` or `null`

base.callbacks({ session: ({ session }) => session.user }).build()
//                                                         ^ return { ...session, … }

base.callbacks({ jwt: ({ token }) => Object.assign(token, { expires: token.expiresAt }) })
//                                                                         ^ Return { ...token, … }, or declare .jwt({ claims })

base.adapter(db).callbacks({ session: ({ session, token }) => ({ ...session, id: token.sub }) })
//                                                ^ Property 'token' does not exist on type 'DatabaseSessionParams<

base.callbacks({ session: ({ session, user }) => ({ ...session, id: user.id }) })
//                                    ^ Property 'user' is private and only accessible within class 'CallAdapterFirstOrUseTokenSub'.

github({ profile: (raw) => ({ id: raw.id, name: raw.name }) })
//       ^ Its id is a string: String(id)

google({ clientID: 'id', clientSecret: 'secret' })
//       ^ Did you mean to write 'clientId'?

start.provider(oauth({ id: 'acme', authorization: acme, profile: (raw: { id: string }) => raw }))
//             ^ give it an `issuer`, or all of `authorization`, `token` and `userinfo`

base.build({ trustHost: true })
//         ^ Expected 0 arguments, but got 1.

credentials({ input: { name: {} } })
//          ^ Property 'authorize' is missing

credentials({ input: { name: {} }, authorize: ({ name }) => ({ name }) })
//                                                          ^ Property 'id' is missing

auth.signIn('gihub', { request })
//          ^ Argument of type '"gihub"' is not assignable to parameter of type '"github"'.

auth.signIn('github')
//   ^ Expected 2-3 arguments, but got 1.

form.signIn('credentials', { request, name: 'a', pasword: 'b' })
//                                               ^ Did you mean to write 'password'?

export const name = (await auth.auth(request)).user.name
//                  ^ Object is possibly 'null'.

export const role = (await auth.auth(request))?.user.role
//                                                   ^ Property 'role' does not exist on type 'BaseSessionUser<"Return it from the `session` callback: { ...session,

base.session({ maxAge: '30d' })
//             ^ Type 'string' is not assignable to type 'number'.

base.session({ strategy: 'JWT' })
//             ^ Did you mean '"jwt"'?

start.provider(email({ sendVerificationRequest: () => {} })).build()
//                                                           ^ call .adapter() before .build()

base.session({ strategy: 'database' }).build()
//                                     ^ call .adapter() before .build()

base.adapter({ client: 'pg' })
//             ^ 'client' does not exist in type 'AdapterLike'.

base.pages({ signin: '/login' })
//           ^ Did you mean to write 'signIn'?

base.events({ signedIn: () => {} })
//            ^ There is no event `signedIn`: did you mean `signIn` or `signOut`?

start.provider(named).adapter(db)
//                            ^ `profile` of 'github' returns the wrong type for the column `role`

base.callbacks({ jwt: ({ token }) => (seconds < token.expiresAt ? token : null) })
//                                                    ^ Return { ...token, … }, or declare .jwt({ claims })
