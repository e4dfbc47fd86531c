import { createAuth, type Provider } from 'authwright'
import { github } from 'authwright/providers/github'

declare const wide: string

createAuth().provider(github({ id: wide }))
//                    ^ A provider's id must be a string literal, such as 'github', not `string`: write it in place, add `as const`, or use withId('github', provider).

createAuth({ providers: [github({ id: wide })] })
//                       ^ A provider's id must be a string literal, such as 'github', not `string`: write it in place, add `as const`, or use withId('github', provider).

declare const list: Provider[]

createAuth({ providers: list })
//           ^ A provider's id must be a string literal, such as 'github', not `string`: write it in place, add `as const`, or use withId('github', provider).

// A refused step causes one error, and no further errors in later steps.
const refused = createAuth().provider(github({ id: wide }))
//                                    ^ A provider's id must be a string literal, such as 'github', not `string`: write it in place, add `as const`, or use withId('github', provider).
refused.build()
