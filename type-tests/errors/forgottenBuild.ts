import { type AnyAuth, createAuth } from 'authwright'
import { createAuth as createNextAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'

const auth = createAuth().provider(github())

export const { handlers } = auth
//             ^ Property 'handlers' is private and only accessible within class 'CallBuildFirst'.

auth.signIn('github', { request: new Request('https://app.example/') })
//   ^ Property 'signIn' is private and only accessible within class 'CallBuildFirst'.

export const { GET } = createNextAuth().provider(github())
//             ^ Property 'GET' is private and only accessible within class 'CallBuildFirst'.

export const { handle } = auth
//             ^ Property 'handle' is private and only accessible within class 'CallBuildFirst'.

export const { getSession } = auth
//             ^ Property 'getSession' is private and only accessible within class 'CallBuildFirst'.

auth.protect()
//   ^ Property 'protect' is private and only accessible within class 'CallBuildFirst'.

auth.middleware({ protect: ['/account'] })
//   ^ Property 'middleware' is private and only accessible within class 'CallBuildFirst'.

export const { unstable_update } = auth
//             ^ Property 'unstable_update' is private and only accessible within class 'CallBuildFirst'.

// `handlers` has been reported, so its type is `any` and its members cause no further errors.
export const { handlers: routes } = auth
//             ^ Property 'handlers' is private and only accessible within class 'CallBuildFirst'.
export const { GET: read, POST: write } = routes

auth.nothing
//   ^ Property 'nothing' does not exist on type 'AuthBuilder<

auth.close()
//   ^ Property 'close' is private and only accessible within class 'CallBuildFirst'.

// The builder is passed to a function that takes an instance.
declare const mount: (instance: AnyAuth) => void
mount(auth)
//    ^ Type '"Call .build() first."' is not assignable to type 'true'.

// The builder is used as a handler. The compiler compares only signatures, so its own message is shown.
const serve: (request: Request) => Promise<Response> = auth
//    ^ provides no match for the signature '(request: Request): Promise<Response>'.
serve(new Request('https://app.example/'))
