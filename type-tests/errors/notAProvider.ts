import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

createAuth().provider(github)
//                    ^ Not a provider: call it, give one and no array, use `satisfies OAuthProvider`, or withId().

createAuth().provider({ id: 'acme', type: 'oauth', issuer: 'https://acme.example', checks: ['pkse'] })
//                    ^ Not a provider: call it, give one and no array, use `satisfies OAuthProvider`, or withId().

createAuth({ providers: [github] })
//                       ^ Not a provider: call it, give one and no array, use `satisfies OAuthProvider`, or withId().
