import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

createAuth().provider(github()).options({ base: '/docs' })
//                                        ^ The option `base` works with SolidStart only: leave it out.

createAuth({ providers: [github()], base: '/docs' })
//                                  ^ The option `base` works with SolidStart only: leave it out.
