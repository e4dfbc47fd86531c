import { createAuth } from 'authwright'
import { oidc } from 'authwright/providers/oidc'

createAuth().provider({ id: 'acme', type: 'oidc', clientId: 'client' })
//                    ^ OpenID Connect provider 'acme' needs an `issuer`: give it one, or `issuer: undefined` to take it from the environment.

const authorization = 'https://acme.example/authorize'
const token = 'https://acme.example/token'
const userinfo = 'https://acme.example/me'

createAuth().provider({ id: 'acme', type: 'oidc', authorization, token, userinfo })
//                    ^ OpenID Connect provider 'acme' needs an `issuer`: give it one, or `issuer: undefined` to take it from the environment.

createAuth({ providers: [{ id: 'acme', type: 'oidc' }] })
//                       ^ OpenID Connect provider 'acme' needs an `issuer`: give it one, or `issuer: undefined` to take it from the environment.

createAuth().provider({ id: 'acme', type: 'oidc', issuer: undefined }).build()
createAuth()
  .provider(oidc({ id: 'acme', issuer: undefined }))
  .build()
