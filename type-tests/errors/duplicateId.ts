import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'

declare const european: boolean

createAuth().provider(github()).provider(github())
//                                       ^ Provider id 'github' is already registered: give this provider another id, such as 'github-2'.

createAuth()
  .provider(european ? github() : google())
  .provider(google())
//          ^ Provider id 'google' is already registered: give this provider another id, such as 'google-2'.

createAuth({ providers: [github(), google(), github()] })
//                                           ^ Provider id 'github' is already registered: give this provider another id, such as 'github-2'.

createAuth({ providers: [github()] }).provider(github())
//                                             ^ Provider id 'github' is already registered: give this provider another id, such as 'github-2'.
