import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

createAuth().provider(github()).options({ appBasePath: '/docs' })
//                                        ^ The option `appBasePath` works with SolidStart only: leave it out.

createAuth({ providers: [github()], appBasePath: '/docs' })
//                                  ^ The option `appBasePath` works with SolidStart only: leave it out.
