import { createAuth } from 'authwright'
import { credentials } from 'authwright/providers/credentials'
import * as v from 'valibot'

const authorize = () => ({ id: 'u1' })

createAuth().provider(credentials({ input: { name: {}, csrfToken: {} }, authorize }))
//                    ^ Sign-in uses `csrfToken` itself: rename that field of 'credentials'.

createAuth().provider(credentials({ id: 'form', input: v.object({ redirectTo: v.string() }), authorize }))
//                    ^ Sign-in uses `redirectTo` itself: rename that field of 'form'.

createAuth({ providers: [credentials({ input: { callbackUrl: {} }, authorize })] })
//                       ^ Sign-in uses `callbackUrl` itself: rename that field of 'credentials'.

createAuth().provider(credentials({ input: { callback: {} }, authorize }))
