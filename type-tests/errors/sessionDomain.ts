import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

createAuth().session({ domain: 'localhost' }).provider(github())
//                     ^ Type '"localhost"' is not assignable to type '`${string}.${string}`'.
