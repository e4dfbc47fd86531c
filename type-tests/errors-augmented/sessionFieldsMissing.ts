import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

declare module 'authwright' {
  interface Session {
    plan: 'free' | 'pro'
  }
}

createAuth().provider(github()).build()
//                              ^ `Session` declares the field `plan`, but sessions do not contain it: return it from the `session` callback.

createAuth()
  .provider(github())
  .callbacks({ session: ({ session }) => ({ ...session, plan: 'free' as const }) })
  .build()
