import { createAuth, type Provider } from 'authwright'
import { github } from 'authwright/providers/github'

declare const wide: string

createAuth().provider(github({ id: wide }))
//                    ^ A provider's id must be a string literal, such as 'github', not `string`: write it in place or add `as const`.

createAuth({ providers: [github({ id: wide })] })
//                       ^ A provider's id must be a string literal, such as 'github', not `string`: write it in place or add `as const`.

declare const list: Provider[]

createAuth({ providers: list })
//           ^ A provider's id must be a string literal, such as 'github', not `string`: write it in place or add `as const`.

// A refused step has its own error; nothing behind it has another that follows from it.
const refused = createAuth().provider(github({ id: wide }))
//                                    ^ A provider's id must be a string literal, such as 'github', not `string`: write it in place or add `as const`.
refused.build()
