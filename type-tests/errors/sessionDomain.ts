import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

createAuth().session({ domain: 'localhost' }).provider(github())
//                     ^ The option `session.domain` must be a domain such as 'example.com': lower-case letters, no dot in front, no scheme, no port.

createAuth({ providers: [github()], session: { domain: 'Example.com' } })
//                                             ^ The option `session.domain` must be a domain such as 'example.com': lower-case letters, no dot in front, no scheme, no port.

createAuth().session({ domain: 'auth.example.com' }).provider(github()).build()
