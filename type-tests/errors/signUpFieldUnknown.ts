import { createAuth } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { sqlite } from 'authwright/adapters/sqlite'
import { password } from 'authwright/providers/password'
import { db } from '../fixtures.js'

const provider = password({ verify: false, signUp: { fields: { compny: { required: true } } } })

createAuth()
  .provider(provider)
  .adapter(sqlite('auth.db', { user: { company: 'text' } }))
  .build()
// ^ A sign-up of password() has the field `compny`, but the adapter has no such user column: correct the name, or declare the column.

createAuth()
  .provider(
    password({
      verify: false,
      signUp: { fields: { name: { required: true }, company: { label: 'Company' } } },
    }),
  )
  .adapter(sqlite('auth.db', { user: { company: 'text' } }))
  .build()
createAuth()
  .provider(password({ verify: false, signUp: { fields: { name: {} } } }))
  .adapter(memory())
  .build()

// An untyped adapter may have more columns than its types show, so nothing is reported.
createAuth()
  .provider(provider)
  .adapter({ ...db })
  .build()

createAuth({ providers: [provider], adapter: sqlite('auth.db', { user: { company: 'text' } }) }).build()
//                                                                                               ^ A sign-up of password() has the field `compny`, but the adapter has no such user column: correct the name, or declare the column.
