import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

createAuth().provider(github)
//                    ^ Not a provider: call a function such as github() or oidc(), or wrap an object in withId().

createAuth().provider({ id: 'acme', type: 'oauth', issuer: 'https://acme.example', checks: ['pkse'] })
//                    ^ Not a provider: call a function such as github() or oidc(), or wrap an object in withId().

createAuth({ providers: [github] })
//                       ^ Not a provider: call a function such as github() or oidc(), or wrap an object in withId().

declare const names: string[]
createAuth({ providers: names })
//           ^ Not a provider: call a function such as github() or oidc(), or wrap an object in withId().

createAuth({ providers: [github(), ...names] })
//           ^ Not a provider: call a function such as github() or oidc(), or wrap an object in withId().

declare const parsed: unknown[]
createAuth({ providers: parsed })
//           ^ Not a provider: call a function such as github() or oidc(), or wrap an object in withId().
