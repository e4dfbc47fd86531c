import { createAuth, type JwtParamsOf } from 'authwright'
import { github } from 'authwright/providers/github'

const base = createAuth().provider(github())

// The refresh of an access token, without a schema.
base.callbacks({ jwt: ({ token }) => (Date.now() < token.expiresAt ? token : null) })
//                                                       ^ Return { ...token, claim } and declare it by .jwt({ claims })

// A token that is changed in place.
declare const token: JwtParamsOf<typeof base>['token']
token.role = 'admin'
//    ^ Return { ...token, claim } and declare it by .jwt({ claims })

base.callbacks({ session: ({ session, token }) => ({ ...session, role: token.role }) })
//                                                                           ^ Return { ...token, claim } and declare it by .jwt({ claims })
