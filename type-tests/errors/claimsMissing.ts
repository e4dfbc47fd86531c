import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import * as v from 'valibot'

const claims = v.object({ role: v.picklist(['admin', 'member']) })

createAuth().provider(github()).jwt({ claims }).build()
//                                              ^ .jwt({ claims }) requires the claim `role`, but tokens do not contain it: return it from the `jwt` callback.

createAuth({ providers: [github()], jwt: { claims } }).build()
//                                                     ^ .jwt({ claims }) requires the claim `role`, but tokens do not contain it: return it from the `jwt` callback.
