import { createAuth, type JwtParamsOf } from 'authwright'
import { github } from 'authwright/providers/github'

const base = createAuth().provider(github())

// The refresh of an access token, without a schema.
base.callbacks({ jwt: ({ token }) => (Date.now() < token.expiresAt ? token : null) })
//                                                       ^ Declare claims: .jwt({ claims })

// A token that is changed in place.
declare const token: JwtParamsOf<typeof base>['token']
token.role = 'admin'
//    ^ Declare claims: .jwt({ claims })

base.callbacks({ session: ({ session, token }) => ({ ...session, role: token.role }) })
//                                                                           ^ Declare claims: .jwt({ claims })
