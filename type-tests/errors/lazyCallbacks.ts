import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

createAuth(() => ({ providers: [github()], callbacks: { signIn: () => true } })).build()
//                                                                               ^ Return createAuth({ … }) instead of a bare object: its callbacks would have no types.

createAuth(async () => ({ providers: [github()], events: { signOut: () => undefined } })).build()
//                                                                                        ^ Return createAuth({ … }) instead of a bare object: its callbacks would have no types.

createAuth(() => createAuth({ providers: [github()], callbacks: { signIn: () => true } })).build()
