import { createAuth } from 'authwright'
import { createAuth as createNextAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'

const auth = createAuth().provider(github())

export const { handlers } = auth
//             ^ Property 'handlers' is private and only accessible within class 'CallBuildFirst'.

auth.signIn('github', { request: new Request('https://app.example/') })
//   ^ Property 'signIn' is private and only accessible within class 'CallBuildFirst'.

export const { GET } = createNextAuth().provider(github())
//             ^ Property 'GET' is private and only accessible within class 'CallBuildFirst'.

auth.nothing
//   ^ Property 'nothing' does not exist on type 'AuthBuilder<
