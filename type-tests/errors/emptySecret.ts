import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

createAuth().provider(github()).options({ secret: '' })
//                                        ^ The option `secret` is empty: give it at least 32 random characters, or leave it out and set AUTH_SECRET.

createAuth().provider(github()).options({ secret: [] })
//                                        ^ The option `secret` is empty: give it at least 32 random characters, or leave it out and set AUTH_SECRET.

createAuth().options({ secret: ['0123456789abcdef0123456789abcdef', ''] })
//                     ^ The option `secret` is empty: give it at least 32 random characters, or leave it out and set AUTH_SECRET.

createAuth({ providers: [github()], secret: '' })
//                                  ^ The option `secret` is empty: give it at least 32 random characters, or leave it out and set AUTH_SECRET.
