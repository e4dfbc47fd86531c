import { createAuth } from 'authwright'
import { credentials } from 'authwright/providers/credentials'
import * as v from 'valibot'

const authorize = () => ({ id: 'u1' })

createAuth().provider(credentials({ input: { name: {}, csrfToken: {} }, authorize }))
//                    ^ The field `csrfToken` is reserved: rename that field of 'credentials'.

createAuth().provider(credentials({ id: 'form', input: v.object({ redirectTo: v.string() }), authorize }))
//                    ^ The field `redirectTo` is reserved: rename that field of 'form'.

createAuth({ providers: [credentials({ input: { callbackUrl: {} }, authorize })] })
//                       ^ The field `callbackUrl` is reserved: rename that field of 'credentials'.

createAuth().provider(credentials({ input: { callback: {} }, authorize }))
