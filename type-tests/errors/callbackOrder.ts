import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

const base = createAuth().provider(github())
const providers = [github()] as const

base.callbacks({ session: (p) => ({ ...p.session, t: p.token }), jwt: (p) => ({ ...p.token, n: 1 }) }).build()
//                                                                                                     ^ Write `jwt` before `session`, and move a generic function to a separate .callbacks(): TypeScript reads callbacks in this order.

createAuth({
  providers,
  callbacks: { session: (p) => p.session, jwt: (p) => ({ ...p.token, n: 1 }) },
}).build()
// ^ Write `jwt` before `session`, and move a generic function to a separate .callbacks(): TypeScript reads callbacks in this order.

declare const withRole: <T extends object>(params: { token: T }) => T & { role: string }

base.callbacks({ jwt: withRole, session: (p) => p.session }).build()
//                                                           ^ Write `jwt` before `session`, and move a generic function to a separate .callbacks(): TypeScript reads callbacks in this order.

// A callback without parameters may come before or after the others.
createAuth({ providers, callbacks: { session: (p) => p.session, jwt: () => ({ sub: '1' }) } }).build()
