import { createAuth } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { password } from 'authwright/providers/password'
import { expectTypeOf } from 'expect-type'

// A sign-up sends a mail, by `send` or by an e-mail provider, unless the address is not verified.
const sending = createAuth()
  .provider(password({ send: ({ identifier, mail }) => console.log(identifier, mail.subject) }))
  .adapter(memory())
  .build()
expectTypeOf(sending.signIn).parameter(0).toEqualTypeOf<'password'>()

createAuth()
  .provider(password({ verify: false }))
  .adapter(memory())
  .build()
createAuth()
  .provider(password({ verify: false, id: 'word', minLength: 12 }))
  .adapter(memory())
  .build()

// What may be either is not known to need no mail.
declare const verify: boolean
// @ts-expect-error: password() sends mails
createAuth().provider(password({ verify })).adapter(memory()).build()
