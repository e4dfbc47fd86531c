import { createAuth } from 'authwright'
import { createClient } from 'authwright/client'
import { createAuth as createNextAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'
import { useSession } from 'authwright/react'

// The forgotten `.build()`.
const builder = createAuth().provider(github())
const client = createClient<typeof builder>()
client.signIn('github')
//            ^ A client is typed by what .build() returns: give `Register`, or the type parameter, `typeof auth` of that.
const session = await client.getSession()
session?.user
//       ^ A client is typed by what .build() returns: give `Register`, or the type parameter, `typeof auth` of that.

const next = createNextAuth().provider(github()).build()
const handlers = useSession<typeof next.handlers>()
handlers.data?.user
//             ^ A client is typed by what .build() returns: give `Register`, or the type parameter, `typeof auth` of that.
