import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import { passkey } from 'authwright/providers/passkey'
import { password } from 'authwright/providers/password'
import { email } from '../fixtures.js'

declare const users: {
  find(): { id: string } | null
  create(): { id: string }
}

createAuth().provider(email).users(users)
//                                 ^ .users() does not work with the e-mail provider 'email', because it does not store sign-in links: call .adapter() instead.

createAuth().users(users).provider(email)
//                                 ^ .users() does not work with the e-mail provider 'email', because it does not store sign-in links: call .adapter() instead.

createAuth().provider(passkey()).users(users)
//                                     ^ .users() does not work with the WebAuthn provider 'passkey', because it does not store passkeys: call .adapter() instead.

createAuth().users(users).provider(passkey())
//                                 ^ .users() does not work with the WebAuthn provider 'passkey', because it does not store passkeys: call .adapter() instead.

createAuth().provider(password()).users(users)
//                                      ^ .users() does not work with password(), because it does not store passwords: call .adapter() instead.

createAuth().users(users).provider(password())
//                                 ^ .users() does not work with password(), because it does not store passwords: call .adapter() instead.

createAuth().provider(github()).users(users).session({ strategy: 'database' }).build()
//                                                                             ^ .users() does not work with strategy 'database', because it does not store sessions: call .adapter() instead.

createAuth({ providers: [email], users }).build()
//                                        ^ .users() does not work with the e-mail provider 'email', because it does not store sign-in links: call .adapter() instead.

createAuth({ providers: [password({ verify: false })], users }).build()
//                                                              ^ .users() does not work with password(), because it does not store passwords: call .adapter() instead.

// Linked accounts and tokens need an adapter.
createAuth().provider(github()).users(users).build().accounts.list('user')
//                                                            ^ Accounts of users are stored by an adapter: call .adapter() before .build().

createAuth()
  .provider(github())
  .users({ find: () => ({ id: {} }), create: () => null })
//                        ^ Type '{}' is not assignable to type 'string | number | bigint'.
