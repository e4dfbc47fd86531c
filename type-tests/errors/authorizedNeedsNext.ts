import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

createAuth()
  .provider(github())
  .callbacks({ authorized: ({ auth }) => auth !== null })
//             ^ The `authorized` callback works with Next.js only: check the session where it is used.

createAuth({ providers: [github()], callbacks: { authorized: () => true } })
//                                               ^ The `authorized` callback works with Next.js only: check the session where it is used.
