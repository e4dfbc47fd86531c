import { createAuth } from 'authwright'
import { oauth } from 'authwright/providers/oauth'

createAuth().provider(oauth({ id: 'acme', authorization: 'https://acme.example/authorize' }))
//                    ^ Provider 'acme' lacks endpoints: give it an `issuer`, or all of `authorization`, `token` and `userinfo`.

createAuth().provider(oauth({ id: 'acme', token: 'https://acme.example/token' }))
//                    ^ Provider 'acme' lacks endpoints: give it an `issuer`, or all of `authorization`, `token` and `userinfo`.

createAuth({ providers: [oauth({ id: 'acme' })] })
//                       ^ Provider 'acme' lacks endpoints: give it an `issuer`, or all of `authorization`, `token` and `userinfo`.
