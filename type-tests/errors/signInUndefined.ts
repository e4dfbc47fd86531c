import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

const base = createAuth().provider(github())

base.callbacks({ signIn: ({ verifiedEmail }) => verifiedEmail?.endsWith('@example.com') }).build()
//                                                                                         ^ The `signIn` callback may return `undefined` or `null`: return true or false in every branch, for example with `?? false`.

createAuth({ providers: [github()], callbacks: { signIn: () => {} } }).build()
//                                                                     ^ The `signIn` callback may return `undefined` or `null`: return true or false in every branch, for example with `?? false`.

base.callbacks({ signIn: ({ user }) => user.email }).build()
//                                                   ^ The `signIn` callback may return `undefined` or `null`: return true or false in every branch, for example with `?? false`.

base
  .callbacks({
    signIn: async ({ profile }) => {
      if (profile.email) return '/welcome'
    },
  })
  .build()
// ^ The `signIn` callback may return `undefined` or `null`: return true or false in every branch, for example with `?? false`.

base.callbacks({ signIn: ({ verifiedEmail }) => verifiedEmail?.endsWith('@example.com') ?? false }).build()
