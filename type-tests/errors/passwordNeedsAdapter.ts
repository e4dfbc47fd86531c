import { createAuth } from 'authwright'
import { password } from 'authwright/providers/password'

createAuth()
  .provider(password({ send: () => undefined }))
  .build()
// ^ password() stores passwords: call .adapter() before .build().
