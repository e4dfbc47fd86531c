import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

const base = createAuth().provider(github())
const providers = [github()] as const

base.callbacks({ session: (p) => ({ ...p.session, t: p.token }), jwt: (p) => ({ ...p.token, n: 1 }) }).build()
//                                                                                                     ^ Write `jwt` before `session`, and a generic function in a separate .callbacks(): callbacks are typed in the order in which they are written.

createAuth({
  providers,
  callbacks: { session: (p) => p.session, jwt: (p) => ({ ...p.token, n: 1 }) },
}).build()
// ^ Write `jwt` before `session`, and a generic function in a separate .callbacks(): callbacks are typed in the order in which they are written.

declare const withRole: <T extends object>(params: { token: T }) => T & { role: string }

base.callbacks({ jwt: withRole, session: (p) => p.session }).build()
//                                                           ^ Write `jwt` before `session`, and a generic function in a separate .callbacks(): callbacks are typed in the order in which they are written.

// A callback without parameters can stand anywhere.
createAuth({ providers, callbacks: { session: (p) => p.session, jwt: () => ({ sub: '1' }) } }).build()
