import { createAuth } from 'authwright'
import { dev } from 'authwright/dev'
import { github } from 'authwright/providers/github'

export const auth = createAuth()
  .provider(github())
  .provider(process.env.NODE_ENV !== 'production' && dev())
  .build()
