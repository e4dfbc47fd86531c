import { createAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'

const base = createAuth().provider(github())

base.callbacks({ authorized: ({ auth }) => auth?.user.name?.startsWith('A') }).build()
//                                                                             ^ The `authorized` callback may return `undefined`, `null` or another value: return true, false or a `Response` in every branch, for example with `?? false`.

base
  .callbacks({
    session: ({ session }) => ({ ...session, user: { ...session.user, admin: true as boolean } }),
    authorized: ({ auth }) => auth?.user.admin,
  })
  .build()
// ^ The `authorized` callback may return `undefined`, `null` or another value: return true, false or a `Response` in every branch, for example with `?? false`.

createAuth({ providers: [github()], callbacks: { authorized: () => {} } }).build()
//                                                                         ^ The `authorized` callback may return `undefined`, `null` or another value: return true, false or a `Response` in every branch, for example with `?? false`.

base
  .callbacks({
    authorized: async ({ auth, request }) => {
      if (!auth) return Response.redirect(new URL('/login', request.url))
    },
  })
  .build()
// ^ The `authorized` callback may return `undefined`, `null` or another value: return true, false or a `Response` in every branch, for example with `?? false`.

base.callbacks({ authorized: ({ auth }) => (auth ? true : null) }).build()
//                                                                 ^ The `authorized` callback may return `undefined`, `null` or another value: return true, false or a `Response` in every branch, for example with `?? false`.

base.callbacks({ authorized: ({ auth }) => auth?.user.name }).build()
//                                                            ^ The `authorized` callback may return `undefined`, `null` or another value: return true, false or a `Response` in every branch, for example with `?? false`.

base.callbacks({ authorized: ({ auth }) => auth?.user.name?.startsWith('A') ?? false }).build()
