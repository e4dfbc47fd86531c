import { createAuth } from 'authwright'
import { createClient } from 'authwright/client'
import { createAuth as createNextAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'
import { useSession } from 'authwright/react'

// The type is that of a builder, because `.build()` is missing.
const builder = createAuth().provider(github())
const client = createClient<typeof builder>()
client.signIn('github')
//            ^ A client takes its types from the result of .build(): pass `typeof` of that result to `Register`, or as the type parameter.
const session = await client.getSession()
session?.user
//       ^ A client takes its types from the result of .build(): pass `typeof` of that result to `Register`, or as the type parameter.

const next = createNextAuth().provider(github()).build()
const handlers = useSession<typeof next.handlers>()
handlers.data?.user
//             ^ A client takes its types from the result of .build(): pass `typeof` of that result to `Register`, or as the type parameter.
