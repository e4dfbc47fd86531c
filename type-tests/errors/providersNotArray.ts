import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

createAuth({ providers: github() }).build()
//           ^ `providers` must be an array: put brackets around the provider.
