import { createAuth } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { createAuth as createNextAuth } from 'authwright/next'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { Google, google } from 'authwright/providers/google'
//       ^ no exported member named 'Google'. Did you mean 'google'?
import { createAuth as createSolidAuth } from 'authwright/solid-start'
import { createAuth as createKitAuth } from 'authwright/sveltekit'
import { request } from '../fixtures.js'

// Mistakes of new users, and of users of Auth.js. The list was written before the error messages, so that
// it is independent of them.

const base = createAuth().provider(github())
const auth = base.build()
const next = createNextAuth().provider(github()).build()
declare const wide: string
declare const serve: (handler: (request: Request) => Promise<Response>) => void

export const missing = Google

github({ scope: 'repo' })
//       ^ Write authorization: { params: { scope } }

google({ scope: 'openid email' })
//       ^ Write authorization: { params: { scope } }

createAuth({ providers: [github, google()] })
//                       ^ Not a provider: call

createAuth({ providers: [github()], adapter: memory })
//                                           ^ Call the adapter, as in memory()

base.adapter(memory)
//           ^ Call the adapter, as in memory()

base.adapter(Promise.resolve(memory()))
//           ^ Call the adapter, as in memory(), or await its promise

// biome-ignore format: a mark stands at the beginning of a line.
base.callbacks({ session({ session, token }) { session.user.id = token.sub; return session } })
//                                                          ^ 'BaseSessionUser<"Return it from the `session` callback: { ...session, user: { ...session.user, … } }">'.

// biome-ignore format: as above.
base.callbacks({ jwt({ token, account }) { token.accessToken = account?.access_token; return token } })
//                                               ^ 'BaseToken & Hint<"Return { ...token, … }, or declare .jwt({ claims })">'.

// biome-ignore format: as above.
base.callbacks({ jwt: ({ token }) => ({ ...token, on: true }), session: ({ session, user }) => ({ ...session, id: user.id }) })
//                                                                                  ^ Property 'user' is private and only accessible within class 'CallAdapterFirstOrUseTokenSub'.

base.callbacks({ redirect: ({ url }) => url.startsWith('/') })
//               ^ Type 'boolean' is not assignable to type 'Awaitable<string>'.

createAuth({ providers: [github()], session: { strategy: 'database' } }).build()
//                                                                       ^ call .adapter() before .build(), or choose strategy 'jwt'

createAuth({ providers: [github()], pages: { signIn: 'login' } })
//                                           ^ The path `pages.signIn` must start with `/`.

base.cookies({ sessionToken: 'my-session' })
//             ^ Write { name, options: { … } }

base.cookies({ sessionToken: { name: 'my-session', secure: true } })
//                                                 ^ Write { name, options: { … } }

base.options({ secret: 12_345 })
//             ^ Type 'number' is not assignable to type 'string | readonly string[] | undefined'.

base.options({ basePath: 'api/auth' })
//             ^ The path `basePath` must start with `/`.

base.tenant('acme')
//          ^ (request: Request) => Awaitable<string>

base.adapter(memory()).signUp(false)
//                            ^ "open" | "closed" | ((params: SignUpParams)

base.events({ createUser: ({ user, account }) => console.log(user, account) })
//                                 ^ Property 'account' does not exist on type 'UserMessage<AdapterUser>'.

export const user = auth.auth(request).user
//                                     ^ Property 'user' does not exist on type 'Promise<BaseSession | null>'.

export const { GET } = auth
//             ^ Property 'GET' is private and only accessible within class 'UseHandlers'.

export const { POST } = next
//             ^ Property 'POST' is private and only accessible within class 'UseHandlers'.

export const { handler } = next
//             ^ Property 'handler' is private and only accessible within class 'UseHandlersInstead'.

export const { handlers } = createKitAuth().provider(github()).build()
//             ^ Property 'handlers' is private and only accessible within class 'UseHandle'.

createSolidAuth().provider(github()).build().handler
//                                           ^ Property 'handler' is private and only accessible within class 'UseGetAndPost'.

auth.signIn(wide, { request })
//          ^ "Declare the id as ProviderId<typeof auth>"

next.signIn(wide)
//          ^ "Declare the id as ProviderId<typeof auth>"

createSolidAuth().provider(github()).build().signIn(wide)
//                                                  ^ "Declare the id as ProviderId<typeof auth>"

serve(auth.handlers)
//    ^ Argument of type 'AuthHandlers' is not assignable

auth.signOut({ redirectTo: '/' })
//           ^ Property 'request' is missing

next.signIn('github', '/account')
//                    ^ Name the target `redirectTo`

next.signOut('/')
//           ^ Name the target `redirectTo`

next.auth((request) => ({ user: request.auth?.user }))
//                     ^ Return a Response.

next.auth(() => 'Hello')
//              ^ Return a Response.

next.auth({ redirectTo: '/' })
//          ^ 'redirectTo' does not exist in type 'NextAuthHandler<

credentials({ input: { name: {} }, authorize: ({ password }) => ({ id: password }) })
//                                               ^ Property 'password' does not exist on type '{ readonly name: string; }'.

base.secret('hush')
//   ^ Property 'secret' is private and only accessible within class 'CallOptionsInstead'.

base.trustHost(true)
//   ^ Property 'trustHost' is private and only accessible within class 'CallOptionsInstead'.

base.basePath('/auth')
//   ^ Property 'basePath' is private and only accessible within class 'CallOptionsInstead'.

base.appBasePath('/shop')
//   ^ Property 'appBasePath' is private and only accessible within class 'CallOptionsInstead'.

base.absoluteMaxAge(3600)
//   ^ Property 'absoluteMaxAge' is private and only accessible within class 'CallSessionInstead'.

base.strategy('jwt')
//   ^ Property 'strategy' is private and only accessible within class 'CallSessionInstead'.

base.providers([google()])
//   ^ Property 'providers' is private and only accessible within class 'CallProviderForEach'.

base.provider([google()])
//            ^ Not a provider: call a function such as github() or oidc(), or wrap an object in withId().

createNextAuth().callbacks({ authorized: ({ token }) => token !== null })
//                                          ^ "It has `auth`, the session or `null`, and `request`"

base.cookies({ pkceCodeVerifier: { name: 'verifier' } })
//             ^ "Name sessionToken, csrfToken or, for state, nonce and code verifier of a sign-in, flow"
