import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

const auth = createAuth().provider(github()).build()
declare const request: Request
auth.tokens(request, 'github')
//   ^ Tokens of providers are not stored: call .adapter(), or .options({ providerTokens: { place: 'cookie' } }), before .build().
auth.fetch(request, 'github')
//   ^ Tokens of providers are not stored: call .adapter(), or .options({ providerTokens: { place: 'cookie' } }), before .build().
