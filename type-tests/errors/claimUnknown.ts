import { createAuth, type JwtParamsOf } from 'authwright'
import { github } from 'authwright/providers/github'
import * as v from 'valibot'

const base = createAuth().provider(github())

// Reads a claim that no schema declares: the expiry of an access token.
base.callbacks({ jwt: ({ token }) => (Date.now() < token.expiresAt ? token : null) })
//                                                       ^ Return { ...token, … }, or declare .jwt({ claims })

// Changes the token instead of returning a new one.
declare const token: JwtParamsOf<typeof base>['token']
token.role = 'admin'
//    ^ Return { ...token, … }, or declare .jwt({ claims })

// Changes the token although .jwt({ claims }) declares the claim.
const claims = v.object({ role: v.optional(v.string()) })
// biome-ignore format: a mark stands below its line.
base.jwt({ claims }).callbacks({ jwt({ token, user }) { if (user) token.role = 'admin'; return token } })
//                                                                      ^ Return a new token: { ...token, … }

// Does the same in the object form of the configuration.
// biome-ignore format: a mark stands below its line.
createAuth({ providers: [github()], jwt: { claims }, callbacks: { jwt({ token, user }) { if (user) token.role = 'admin'; return token } } })
//                                                                                                       ^ Return a new token: { ...token, … }

base.callbacks({ session: ({ session, token }) => ({ ...session, role: token.role }) })
//                                                                           ^ Return { ...token, … }, or declare .jwt({ claims })
