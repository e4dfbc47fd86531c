import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import { db } from '../fixtures.js'

declare const stored: boolean
const maybe = stored ? db : undefined

const refused = createAuth().provider(github()).adapter(maybe)
//                                                      ^ An adapter must not be `undefined`, for callbacks are typed by it: choose between two finished configurations.
refused.build()

createAuth().provider(github()).adapter(undefined)
//                                      ^ An adapter must not be `undefined`, for callbacks are typed by it: choose between two finished configurations.

createAuth({ providers: [github()], adapter: maybe })
//                                  ^ An adapter must not be `undefined`, for callbacks are typed by it: choose between two finished configurations.

createAuth({ providers: [github()], adapter: undefined })
//         ^ An adapter must not be `undefined`, for callbacks are typed by it: choose between two finished configurations.

createAuth({ providers: [github()] }).build()
