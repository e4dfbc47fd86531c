import { createAuth } from 'authwright'
import { createAuth as createNextAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'

createAuth(() => createNextAuth().provider(github())).build()
//                                                    ^ The function returns a builder of another entry point: import `createAuth` from the same module in both places.

createNextAuth(() => createAuth().provider(github())).build()
//                                                    ^ The function returns a builder of another entry point: import `createAuth` from the same module in both places.
