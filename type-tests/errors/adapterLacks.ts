import { createAuth } from 'authwright'
import { drizzle } from 'authwright/adapters/drizzle'
import { github } from 'authwright/providers/github'
import { passkey } from 'authwright/providers/passkey'
import { password } from 'authwright/providers/password'
import { email, usersOnly } from '../fixtures.js'
import { accounts, db, sessions, users } from '../support/drizzle-tables.js'
import { sessionsOnly } from '../support/incomplete.js'

createAuth().provider(github()).adapter(sessionsOnly)
//                                      ^ The adapter lacks methods that an OAuth provider needs: createUser, getUser, getUserByEmail, getUserByAccount, linkAccount.

createAuth().adapter(sessionsOnly).provider(github())
//                                          ^ The adapter lacks methods that an OAuth provider needs: createUser, getUser, getUserByEmail, getUserByAccount, linkAccount.

createAuth().provider(email).adapter(usersOnly)
//                                   ^ The adapter lacks methods that an e-mail provider needs: createVerificationToken, useVerificationToken.

createAuth().adapter(usersOnly).provider(email)
//                                       ^ The adapter lacks methods that an e-mail provider needs: createVerificationToken, useVerificationToken.

createAuth().adapter(usersOnly).provider(passkey())
//                                       ^ The adapter lacks methods that a WebAuthn provider needs: getAccount, createAuthenticator, getAuthenticator, listAuthenticatorsByUserId, updateAuthenticatorCounter.

createAuth().provider(password()).adapter(usersOnly)
//                                        ^ The adapter lacks methods that password() needs: listAccountsByUserId, deleteLoginsByUserId, getPassword, setPasswordIf, deletePasswordIf.

createAuth().adapter(usersOnly).provider(password())
//                                       ^ The adapter lacks methods that password() needs: listAccountsByUserId, deleteLoginsByUserId, getPassword, setPasswordIf, deletePasswordIf.

createAuth().provider(github()).adapter(usersOnly).build()
//                                                 ^ The adapter lacks methods that strategy 'database' needs: createSession, getSessionAndUser, updateSession, deleteSession.

createAuth().provider(github()).adapter(usersOnly).session({ strategy: 'jwt' }).build()

const stored = createAuth()
  .provider(github())
  .adapter({ ...usersOnly, ...sessionsOnly })
  .build()
stored.sessions.list('user')
//              ^ The adapter lacks methods that `sessions` needs: listSessionsByUserId, deleteSessionById, deleteSessionsByUserId.

const plain = createAuth()
  .provider(github())
  .adapter(drizzle(db, { users, accounts, sessions }, { sessionTokens: 'plain' }))
  .build()
plain.sessions.list('user')
//             ^ The adapter lacks methods that `sessions` needs: listSessionsByUserId, deleteSessionById, deleteSessionsByUserId.

createAuth({ providers: [email], adapter: usersOnly })
//                               ^ The adapter lacks methods that an e-mail provider needs: createVerificationToken, useVerificationToken.
