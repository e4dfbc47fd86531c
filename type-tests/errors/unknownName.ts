import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

// The compiler refuses these in its own words.

const base = createAuth().provider(github())

base.callbacks({ signin: () => true })
//               ^ 'signIn'

base.events({ signin: () => {} })
//            ^ 'signIn'

base.options({ secrets: 'hush' })
//             ^ 'secret'

createAuth({ providers: [github()], callback: {} })
//                                  ^ Did you mean to write 'callbacks'?

createAuth({ providers: [github()], trusthost: true })
//                                  ^ Did you mean to write 'trustHost'?

createAuth({ provider: [github()] })
//           ^ Did you mean to write 'providers'?
