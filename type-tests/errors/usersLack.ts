import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import { passkey } from 'authwright/providers/passkey'
import { email } from '../fixtures.js'

declare const users: {
  find(): { id: string } | null
  create(): { id: string }
}

createAuth().provider(email).users(users)
//                                 ^ For the e-mail provider 'email', sign-in links are stored, which .users() does not do: call .adapter() in its place.

createAuth().users(users).provider(email)
//                                 ^ For the e-mail provider 'email', sign-in links are stored, which .users() does not do: call .adapter() in its place.

createAuth().provider(passkey()).users(users)
//                                     ^ For the WebAuthn provider 'passkey', passkeys are stored, which .users() does not do: call .adapter() in its place.

createAuth().users(users).provider(passkey())
//                                 ^ For the WebAuthn provider 'passkey', passkeys are stored, which .users() does not do: call .adapter() in its place.

createAuth().provider(github()).users(users).session({ strategy: 'database' }).build()
//                                                                             ^ For strategy 'database', sessions are stored, which .users() does not do: call .adapter() in its place.

createAuth({ providers: [email], users }).build()
//                                        ^ For the e-mail provider 'email', sign-in links are stored, which .users() does not do: call .adapter() in its place.

// Accounts are linked, and tokens stored, by an adapter.
createAuth().provider(github()).users(users).build().accounts.list('user')
//                                                            ^ Accounts of users are stored by an adapter: call .adapter() before .build().

createAuth()
  .provider(github())
  .users({ find: () => ({ id: {} }), create: () => null })
//                        ^ Type '{}' is not assignable to type 'string | number | bigint'.
