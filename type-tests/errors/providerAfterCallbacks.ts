import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'

createAuth()
  .provider(github())
  .callbacks({ signIn: ({ provider }) => provider === 'github' })
  .provider(google())
//          ^ Call .provider() before .callbacks() and .events(): their types depend on the providers.

createAuth()
  .provider(github())
  .events({ signIn: ({ user }) => console.log(user.id) })
  .provider(google())
//          ^ Call .provider() before .callbacks() and .events(): their types depend on the providers.

createAuth({ providers: [github()], callbacks: { signIn: () => true } }).provider(google())
//                                                                                ^ Call .provider() before .callbacks() and .events(): their types depend on the providers.

createAuth({ providers: [github()], events: { signIn: () => {} } }).provider(google())
//                                                                           ^ Call .provider() before .callbacks() and .events(): their types depend on the providers.

// A refused step causes one error, and no further errors in later steps.
const refused = createAuth()
  .provider(github())
  .events({ signIn: () => {} })
  .provider(google())
//          ^ Call .provider() before .callbacks() and .events(): their types depend on the providers.
refused.build()

// .provider() may follow .callbacks() and .events() that contain no function.
createAuth().provider(github()).callbacks({}).events({}).jwt({}).provider(google()).build()
createAuth({ providers: [github()], callbacks: {}, events: {}, jwt: {} })
  .provider(google())
  .build()
createAuth(() => ({ providers: [github()], jwt: {} }))
  .provider(google())
  .build()
