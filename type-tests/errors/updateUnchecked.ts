import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

const base = createAuth().provider(github())

base.callbacks({ jwt: ({ token, session }) => ({ ...token, name: session?.name }) })
//                                                                        ^ Validate it with .session({ update })
