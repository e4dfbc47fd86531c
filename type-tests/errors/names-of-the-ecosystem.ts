import type { Adapter } from '@auth/core/adapters'
import { createAuth } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'
import { createClient } from 'authwright/client'
import { createAuth as createNextAuth } from 'authwright/next'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'

// For options that have another name in Auth.js, the message shows the name in Authwright.

const base = createAuth().provider(github())
const request = new Request('https://app.example')
const next = createNextAuth().provider(github()).build()
const auth = base.build()

credentials({ credentials: { name: {} }, authorize: () => null })
//            ^ Name the fields under `input`: credentials({ input: { … }, authorize }).

credentials({ credentials: { name: {} }, authorize: async ({ name }) => (name ? { id: name } : null) })
//            ^ Name the fields under `input`: credentials({ input: { … }, authorize }).

auth.signIn('github', { request, callbackUrl: '/account' })
//                               ^ Name the target `redirectTo`

next.signIn('github', { callbackUrl: '/account' })
//                      ^ Name the target `redirectTo`

createClient<typeof auth>().signIn('github', { callbackUrl: '/account' })
//                                             ^ Name the target `redirectTo`

declare const theirs: Adapter
base.adapter(theirs).callbacks({ session: ({ session, user }) => ({ ...session, role: user.role }) })
//                                                                                         ^ "Its columns have no types: use drizzle(), kysely() or prisma() of Authwright, or an Adapter<User>"

base.session('jwt')
//           ^ "Write { strategy: 'jwt' }"

base.session({ jwt: true })
//             ^ "Write { strategy: 'jwt' }"

// Messages show the allowed values instead of the name of their type.

base.session({ strategy: 'cookie' })
//             ^ Type '"cookie"' is not assignable to type '"jwt" | "database"'.

sqlite('auth.db', { user: { role: 'varchar' } })
//                          ^ is not assignable to type '"

github({ profile: (raw) => ({ id: raw.id }) })
//       ^ Its id is a string: String(id)
