import { createAuth } from 'authwright'
import { drizzle } from 'authwright/adapters/drizzle'
import { kysely } from 'authwright/adapters/kysely'
import { prisma } from 'authwright/adapters/prisma'
import { github } from 'authwright/providers/github'
import { accounts, db, sessions, users } from '../support/drizzle-tables.js'
import { datesAsText, notVerified } from '../support/incomplete-tables.js'
import { db as kyselyDb } from '../support/kysely-tables.js'
import { withoutVerification } from '../support/prisma-client.js'

drizzle(db, { users: notVerified, accounts, sessions })
//            ^ The table users lacks columns that sign-in needs: emailVerified.

drizzle(db, { users, accounts, sessions: datesAsText })
//                             ^ The column sessions.expires must hold a Date.

drizzle(db, { users, accounts: sessions })
//                   ^ The table accounts lacks columns that sign-in needs: type, provider, providerAccountId.

createAuth().provider(github()).adapter(drizzle(db, { users, accounts })).build()
//                                                                        ^ The adapter lacks methods that strategy 'database' needs: createSession, getSessionAndUser, updateSession, deleteSession.

kysely(kyselyDb, { dialect: 'postgres', tables: { users: 'people', accounts: 'accounts' } })
//                                                ^ The table users lacks columns that sign-in needs: emailVerified.

kysely(kyselyDb, { dialect: 'sqlite', tables: { users: 'users', accounts: 'accounts' } })
//                                              ^ The column users.emailVerified must hold milliseconds since 1970, a number or null.

kysely(kyselyDb, { dialect: 'postgres', tables: { users: 'user', accounts: 'accounts' } })
//                                                ^ Type '"user"' is not assignable to type

prisma(withoutVerification)
//     ^ The table users lacks columns that sign-in needs: emailVerified.
