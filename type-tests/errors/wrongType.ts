import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

// For these mistakes, the message comes from the compiler.

const base = createAuth().provider(github())

base.callbacks({ redirect: '/home' })
//               ^ Type 'string' is not assignable to type

base.events({ signIn: 5 })
//            ^ Type 'number' is not assignable to type

base.callbacks(null)
//             ^ Argument of type 'null' is not assignable to parameter of type

createAuth(null)
//         ^ Argument of type 'null' is not assignable to parameter of type
