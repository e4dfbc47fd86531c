import { createAuth } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'
import { github } from 'authwright/providers/github'
import { db } from '../fixtures.js'

const adapter = sqlite('auth.db', { user: { role: { type: 'text', values: ['admin', 'member'] } } })
const boss = github({ profile: (raw) => ({ id: String(raw.id), role: 'boss' }) })

createAuth().provider(boss).adapter(adapter)
//                                  ^ `profile` of 'github' returns the wrong type for the column `role`: return its type, with `as const` for literals.

createAuth().adapter(adapter).provider(boss)
//                                     ^ `profile` of 'github' returns the wrong type for the column `role`: return its type, with `as const` for literals.

createAuth({ providers: [boss], adapter })
//                              ^ `profile` of 'github' returns the wrong type for the column `role`: return its type, with `as const` for literals.

// The user type of a custom adapter is checked in the same way.
createAuth().adapter(db).provider(boss)
//                                ^ `profile` of 'github' returns the wrong type for the column `role`: return its type, with `as const` for literals.

const member = github({ profile: (raw) => ({ id: String(raw.id), role: 'member' as const }) })
const newcomer = github({
  id: 'newcomer',
  profile: (raw): { id: string; role?: 'admin' | undefined } => ({ id: String(raw.id) }),
})
createAuth()
  .adapter(adapter)
  .provider(member)
  .provider(newcomer)
  .provider(github({ id: 'plain' }))
  .build()
createAuth({ adapter, providers: [member, newcomer] }).build()
