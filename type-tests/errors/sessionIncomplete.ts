import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

const base = createAuth().provider(github())

base.callbacks({ session: ({ session }) => ({ user: session.user }) })
//               ^ Return { ...session, … }

createAuth({ providers: [github()], callbacks: { session: ({ session }) => ({ user: session.user }) } })
//                                               ^ Return { ...session, … }
