import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

const auth = createAuth().provider(github()).build()
declare const request: Request
auth.accounts(request)
//   ^ Accounts of users are stored by an adapter: call .adapter() before .build().
auth.passkeys(request)
//   ^ Accounts of users are stored by an adapter: call .adapter() before .build().
