import { createAuth } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'
import { github } from 'authwright/providers/github'
import { oauth } from 'authwright/providers/oauth'
import { db } from '../fixtures.js'

const adapter = sqlite('auth.db', { user: { role: { type: 'text' } } })
const misspelt = github({ profile: (raw) => ({ id: String(raw.id), rol: 'admin' }) })

createAuth().provider(misspelt).adapter(adapter)
//                                      ^ `profile` of 'github' returns `rol`, but the adapter has no such user column: correct the name, or declare the column.

createAuth().adapter(adapter).provider(misspelt)
//                                     ^ `profile` of 'github' returns `rol`, but the adapter has no such user column: correct the name, or declare the column.

createAuth({ providers: [misspelt], adapter })
//                                  ^ `profile` of 'github' returns `rol`, but the adapter has no such user column: correct the name, or declare the column.

// An untyped adapter may have more columns than its types show, so nothing is reported. Without an adapter,
// no column is needed.
createAuth()
  .adapter({ ...db })
  .provider(misspelt)
  .build()
createAuth().provider(misspelt).build()

// A result of `profile` without a type is not checked.
const loose = oauth({
  id: 'loose',
  authorization: 'https://a.example',
  token: 'https://a.example',
  userinfo: 'https://a.example',
  profile: (raw: Record<string, string>) => ({ ...raw, id: '1' }),
})
createAuth().adapter(adapter).provider(loose).build()
