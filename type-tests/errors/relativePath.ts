import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

createAuth().provider(github()).pages({ signIn: 'login', error: '/oops' })
//                                      ^ The path `pages.signIn` must start with `/`.

createAuth().provider(github()).options({ basePath: 'auth' })
//                                        ^ The path `basePath` must start with `/`.

createAuth({ providers: [github()], basePath: 'auth', pages: { newUser: 'welcome' } })
//                                  ^ The path `basePath` must start with `/`.
//                                                             ^ The path `pages.newUser` must start with `/`.
