import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import { db, email, request, usersOnly } from '../fixtures.js'

// A refused configuration shows the reason in the hover of the step or of `build`.

const base = createAuth().provider(github())

base.provider(github())
//   ^?

base.adapter(db).adapter(db)
//               ^?

base.callbacks({ jwt: ({ token }) => token }).adapter(db)
//                                            ^?

createAuth().build()
//           ^?

createAuth().provider(email).build()
//                           ^?

base.session({ strategy: 'database' }).build()
//                                     ^?

base.adapter(usersOnly).build()
//                      ^?

base.adapter(db).callbacks({ jwt: ({ token }) => token })
//                           ^?

base.build().signIn('gitlab', { request })
//                   ^| github
