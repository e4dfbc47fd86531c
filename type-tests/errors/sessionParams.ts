import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

const base = createAuth().provider(github())

declare const session: (params: { token: { role: number } }) => { expires: string }

base.callbacks({ jwt: ({ token }) => ({ ...token, role: 'member' }), session }).build()
//                                                                              ^ The declared parameter types of the `session` callback are wrong: declare the type that `jwt` returns, or leave out the types.

base.callbacks({ session }).build()
//                          ^ The declared parameter types of the `session` callback are wrong: declare the type that `jwt` returns, or leave out the types.

createAuth({ providers: [github()], callbacks: { session } }).build()
//                                                            ^ The declared parameter types of the `session` callback are wrong: declare the type that `jwt` returns, or leave out the types.
