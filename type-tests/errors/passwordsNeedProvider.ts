import { createAuth } from 'authwright'
import { createClient } from 'authwright/client'
import { github } from 'authwright/providers/github'

const auth = createAuth().provider(github()).build()
auth.passwords()
//   ^ Passwords are stored by password(): call .provider(password()) before .build().
createClient<typeof auth>().passwords()
//                          ^ Passwords are stored by password(): call .provider(password()) before .build().
