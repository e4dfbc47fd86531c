import { createAuth } from 'authwright'
import { drizzle } from 'authwright/adapters/drizzle'
import { github } from 'authwright/providers/github'
import { accounts, db, sessions, users } from '../support/drizzle-tables.js'
import { datesAsText, notVerified } from '../support/incomplete-tables.js'

drizzle(db, { users: notVerified, accounts, sessions })
//            ^ The table users lacks columns that sign-in needs: emailVerified.

drizzle(db, { users, accounts, sessions: datesAsText })
//                             ^ The column sessions.expires must hold a Date.

drizzle(db, { users, accounts: sessions })
//                   ^ The table accounts lacks columns that sign-in needs: type, provider, providerAccountId.

createAuth().provider(github()).adapter(drizzle(db, { users, accounts })).build()
//                                                                        ^ The adapter lacks methods that strategy 'database' needs: createSession, getSessionAndUser, updateSession, deleteSession.
