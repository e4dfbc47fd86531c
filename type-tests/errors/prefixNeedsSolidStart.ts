import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

createAuth().provider(github()).options({ prefix: '/api/auth' })
//                                        ^ The option `prefix` works with SolidStart only: use `basePath`.

createAuth({ providers: [github()], prefix: '/api/auth' })
//                                  ^ The option `prefix` works with SolidStart only: use `basePath`.
