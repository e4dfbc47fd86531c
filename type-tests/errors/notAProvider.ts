import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

createAuth().provider(github)
//                    ^ Not a provider: call the function, use `satisfies OAuthProvider`, or withId() for one of another package.

createAuth().provider({ id: 'acme', type: 'oauth', issuer: 'https://acme.example', checks: ['pkse'] })
//                    ^ Not a provider: call the function, use `satisfies OAuthProvider`, or withId() for one of another package.

createAuth({ providers: [github] })
//                       ^ Not a provider: call the function, use `satisfies OAuthProvider`, or withId() for one of another package.
