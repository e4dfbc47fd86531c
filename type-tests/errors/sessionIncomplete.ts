import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

const base = createAuth().provider(github())
const callbacks = { session: () => ({ name: 'Ada' }) }

base.callbacks({ session: ({ session }) => ({ user: session.user }) }).build()
//                                                                     ^ The `session` callback must return the session in every branch: return { ...session, … }.

createAuth({ providers: [github()], callbacks }).build()
//                                               ^ The `session` callback must return the session in every branch: return { ...session, … }.

// One branch of the callback has no `return`.
base
  .callbacks({
    session: async ({ session, token }) => {
      if (token.sub) return session
    },
  })
  .build()
// ^ The `session` callback must return the session in every branch: return { ...session, … }.

// Listeners expect the session type that was declared before them.
base
  .callbacks({ session: ({ session }) => ({ ...session, plan: 'free' }) })
  .events({ session: ({ session }) => session.plan })
  .callbacks({ session: ({ session }) => ({ expires: session.expires }) })
  .build()
// ^ The `session` callback must return the session in every branch: return { ...session, … }.
