import { createAuth } from 'authwright'
import { email } from '../fixtures.js'

createAuth().provider(email).build()
//                           ^ The e-mail provider 'email' stores sign-in links: call .adapter() before .build().

createAuth({ providers: [email] }).build()
//                                 ^ The e-mail provider 'email' stores sign-in links: call .adapter() before .build().
