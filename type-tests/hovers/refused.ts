import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import { db, email, request, usersOnly } from '../fixtures.js'

// What is refused says why where one looks: at the step, or at `build`.

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
