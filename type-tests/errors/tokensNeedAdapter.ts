import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

const auth = createAuth().provider(github()).build()
declare const request: Request
auth.tokens(request, 'github')
//   ^ Tokens of providers are kept with the accounts of an adapter: call .adapter() before .build().
auth.fetch(request, 'github')
//   ^ Tokens of providers are kept with the accounts of an adapter: call .adapter() before .build().
