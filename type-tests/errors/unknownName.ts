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
//                                  ^ 'callback' does not exist in type 'Configure
