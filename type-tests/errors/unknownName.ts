import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

const base = createAuth().provider(github())

base.callbacks({ signin: () => true })
//               ^ There is no callback `signin`: did you mean `signIn`?

base.callbacks({ signIn: ({ user }) => user.name !== null, redirct: () => '/home' })
//                                                         ^ There is no callback `redirct`: did you mean `redirect`?

base.callbacks({ jwt: ({ token }) => token, whoMay: () => true })
//                                          ^ did you mean `signIn`, `redirect`, `jwt`, `session` or `authorized`?

base.events({ signin: ({ user }) => console.log(user) })
//            ^ There is no event `signin`: did you mean `signIn` or `signOut`?

base.events({ signIn: ({ user }) => console.log(user), onError: () => {} })
//                                                     ^ There is no event `onError`: did you mean `signIn`, `signOut`, `session`

createAuth({ providers: [github()], callbacks: { sesion: ({ session }) => session } })
//                                               ^ There is no callback `sesion`: did you mean `session`?

createAuth({ providers: [github()], events: { linkAcount: () => {} } })
//                                            ^ There is no event `linkAcount`: did you mean `linkAccount`?

// For these mistakes, the message comes from the compiler.

base.options({ secrets: 'hush' })
//             ^ 'secret'

createAuth({ providers: [github()], callback: {} })
//                                  ^ Did you mean to write 'callbacks'?

createAuth({ providers: [github()], trusthost: true })
//                                  ^ Did you mean to write 'trustHost'?

createAuth({ provider: [github()] })
//           ^ Did you mean to write 'providers'?
