import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

createAuth().provider(github()).signUp('closed')
//                                     ^ Without an adapter no user is created: call .adapter() or .users() before .signUp().
