import { createAuth, type JwtParamsOf } from 'authwright'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'

// A check of `account.provider` does not narrow `profile`. A check of the parameter `provider` does.

const two = createAuth().provider(github()).provider(google())
declare const params: JwtParamsOf<typeof two>

export const wrong = params.account?.provider === 'github' ? params.profile.login : ''
//                                                           ^ 'params.profile' is possibly 'undefined'.

export const right = params.provider === 'github' ? params.profile.login : ''
