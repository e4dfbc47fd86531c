import { createAuth } from 'authwright'
import { createAuth as createNextAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'

const named = <Name extends string>(name: Name) => ({
  name: 'audit',
  version: 1 as const,
  api: { [name]: () => 1 } as Record<Name, () => number>,
})

createAuth().provider(github()).use(named('signIn'))
//                                  ^ A feature adds the method `signIn`, which exists already: rename the method, or use only one feature that adds it.
createNextAuth().provider(github()).use(named('unstable_update'))
//                                      ^ A feature adds the method `unstable_update`, which exists already: rename the method, or use only one feature that adds it.
createAuth().provider(github()).use(named('audit')).use(named('audit'))
//                                                      ^ A feature adds the method `audit`, which exists already: rename the method, or use only one feature that adds it.
