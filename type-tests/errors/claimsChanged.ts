import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import * as v from 'valibot'
import { z } from 'zod'

const counted = v.object({ n: v.pipe(v.string(), v.transform(Number)) })

createAuth().provider(github()).jwt({ claims: counted })
//                                    ^ .jwt({ claims }) validates the token at every read, so the schema must accept its own output: do not convert types in it.

createAuth({ providers: [github()], jwt: { claims: z.object({ n: z.string().transform(Number) }) } })
//                                         ^ .jwt({ claims }) validates the token at every read, so the schema must accept its own output: do not convert types in it.

// The schema may also accept other input types.
const either = v.object({
  n: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(Number)), 1),
})
createAuth().provider(github()).jwt({ claims: either })
