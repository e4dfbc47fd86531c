import { createAuth, type Strategy } from 'authwright'
import { github } from 'authwright/providers/github'

declare const strategy: Strategy

createAuth().provider(github()).session({ strategy })
//                                        ^ Choose one strategy, 'jwt' or 'database', as a literal: callbacks are typed by it.

createAuth({ providers: [github()], session: { strategy } })
//                                             ^ Choose one strategy, 'jwt' or 'database', as a literal: callbacks are typed by it.

// @ts-expect-error There are two strategies.
createAuth().session({ strategy: 'cookie' })
