import { createAuth, type Strategy } from 'authwright'
import { github } from 'authwright/providers/github'

declare const strategy: Strategy

createAuth().provider(github()).session({ strategy })
//                                        ^ Set `strategy` to the literal 'jwt' or 'database': the types of callbacks depend on it.

createAuth({ providers: [github()], session: { strategy } })
//                                             ^ Set `strategy` to the literal 'jwt' or 'database': the types of callbacks depend on it.

// @ts-expect-error There is no such strategy.
createAuth().session({ strategy: 'cookie' })
