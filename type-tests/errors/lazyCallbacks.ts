import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

createAuth(() => ({ providers: [github()], callbacks: { signIn: () => true } })).build()
//                                                                               ^ Return createAuth({ … }) instead of a bare object: the callbacks of the object could not be typed.

createAuth(async () => ({ providers: [github()], events: { signOut: () => undefined } })).build()
//                                                                                        ^ Return createAuth({ … }) instead of a bare object: the callbacks of the object could not be typed.

createAuth(() => createAuth({ providers: [github()], callbacks: { signIn: () => true } })).build()
