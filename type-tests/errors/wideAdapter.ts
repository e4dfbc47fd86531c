import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import { db } from '../fixtures.js'

declare const stored: boolean
const maybe = stored ? db : undefined

const refused = createAuth().provider(github()).adapter(maybe)
//                                                      ^ The adapter may be `undefined`: write one configuration per case.
refused.build()

createAuth().provider(github()).adapter(undefined)
//                                      ^ The adapter may be `undefined`: write one configuration per case.

createAuth({ providers: [github()], adapter: maybe })
//                                  ^ The adapter may be `undefined`: write one configuration per case.

// An adapter with the type `undefined` is the same as no adapter.
createAuth({ providers: [github()], adapter: undefined }).build()
createAuth({ providers: [github()] }).build()
