import { createAuth } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'
import { password } from 'authwright/providers/password'
import { number, object, optional, pipe, string, transform } from 'valibot'

const adapter = sqlite('auth.db', { user: { seats: 'integer', plan: { type: 'text', default: 'free' } } })
const toNumber = pipe(string(), transform(Number), number())

createAuth()
  .provider(
    password({
      verify: false,
      signUp: { fields: object({ seats: string() }), form: { seats: { type: 'number' } } },
    }),
  )
  .adapter(adapter)
  .build()
// ^ The field `seats` of password() does not have the type of its column: change the schema, or make the field `required`.

// A column with a default does not accept `undefined` from the form.
createAuth()
  .provider(password({ verify: false, signUp: { fields: { plan: { label: 'Plan' } } } }))
  .adapter(adapter)
  .build()
// ^ The field `plan` of password() does not have the type of its column: change the schema, or make the field `required`.

createAuth()
  .provider(
    password({
      verify: false,
      signUp: {
        fields: object({ seats: toNumber, plan: optional(string()) }),
        form: { seats: {}, plan: {} },
      },
    }),
  )
  .adapter(adapter)
  .build()
