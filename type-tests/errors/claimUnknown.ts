import { createAuth, type JwtParamsOf } from 'authwright'
import { github } from 'authwright/providers/github'
import * as v from 'valibot'

const base = createAuth().provider(github())

// The refresh of an access token, without a schema.
base.callbacks({ jwt: ({ token }) => (Date.now() < token.expiresAt ? token : null) })
//                                                       ^ Return { ...token, … }, or declare .jwt({ claims })

// A callback that changes the token in place.
declare const token: JwtParamsOf<typeof base>['token']
token.role = 'admin'
//    ^ Return { ...token, … }, or declare .jwt({ claims })

// The same after claims were declared.
const claims = v.object({ role: v.optional(v.string()) })
// biome-ignore format: a mark stands below its line.
base.jwt({ claims }).callbacks({ jwt({ token, user }) { if (user) token.role = 'admin'; return token } })
//                                                                      ^ Return a new token: { ...token, … }

// The same in an object.
// biome-ignore format: a mark stands below its line.
createAuth({ providers: [github()], jwt: { claims }, callbacks: { jwt({ token, user }) { if (user) token.role = 'admin'; return token } } })
//                                                                                                       ^ Return a new token: { ...token, … }

base.callbacks({ session: ({ session, token }) => ({ ...session, role: token.role }) })
//                                                                           ^ Return { ...token, … }, or declare .jwt({ claims })
