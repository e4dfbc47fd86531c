import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import { passkey } from 'authwright/providers/passkey'
import { email } from '../fixtures.js'

declare const users: {
  find(): { id: string } | null
  create(): { id: string }
}

createAuth().provider(email).users(users)
//                                 ^ .users() does not store what the e-mail provider 'email' needs, sign-in links: call .adapter() instead.

createAuth().users(users).provider(email)
//                                 ^ .users() does not store what the e-mail provider 'email' needs, sign-in links: call .adapter() instead.

createAuth().provider(passkey()).users(users)
//                                     ^ .users() does not store what the WebAuthn provider 'passkey' needs, passkeys: call .adapter() instead.

createAuth().users(users).provider(passkey())
//                                 ^ .users() does not store what the WebAuthn provider 'passkey' needs, passkeys: call .adapter() instead.

createAuth().provider(github()).users(users).session({ strategy: 'database' }).build()
//                                                                             ^ .users() does not store what strategy 'database' needs, sessions: call .adapter() instead.

createAuth({ providers: [email], users }).build()
//                                        ^ .users() does not store what the e-mail provider 'email' needs, sign-in links: call .adapter() instead.

// Accounts are linked, and tokens stored, by an adapter.
createAuth().provider(github()).users(users).build().accounts.list('user')
//                                                            ^ Accounts of users are stored by an adapter: call .adapter() before .build().

createAuth()
  .provider(github())
  .users({ find: () => ({ id: {} }), create: () => null })
//                        ^ Type '{}' is not assignable to type 'string | number | bigint'.
