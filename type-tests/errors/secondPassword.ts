import { createAuth } from 'authwright'
import { password } from 'authwright/providers/password'

createAuth()
  .provider(password())
  .provider(password({ id: 'second' }))
//          ^ A user has one password: call .provider(password()) once.

createAuth({ providers: [password()] }).provider(password({ id: 'second' }))
//                                               ^ A user has one password: call .provider(password()) once.
