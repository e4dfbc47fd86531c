import { createAuth } from 'authwright'
import { createAuth as createNextAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'
import { createAuth as createSolidAuth } from 'authwright/solid-start'
import { createAuth as createKitAuth } from 'authwright/sveltekit'

createAuth(() => createAuth().provider(github()).build()).build()
//                                                        ^ The function returns the result of .build(): leave out .build() inside the function.

createNextAuth(async () => createNextAuth().provider(github()).build()).build()
//                                                                      ^ The function returns the result of .build(): leave out .build() inside the function.

createKitAuth(() => createKitAuth().provider(github()).build()).build()
//                                                              ^ The function returns the result of .build(): leave out .build() inside the function.

createSolidAuth(() => createSolidAuth().provider(github()).build()).build()
//                                                                  ^ The function returns the result of .build(): leave out .build() inside the function.
