import { createClient } from 'authwright/client'
import { createAuth } from 'authwright/next'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'
import { createAuth as createSolidAuth } from 'authwright/solid-start'
import { type AuthEvent, createAuth as createKitAuth } from 'authwright/sveltekit'

export const { handlers, auth, signIn, signOut, unstable_update } = createAuth()
  //           ^?        ^?    ^?      ^?       ^?
  .provider(github())
  .provider(google())
  .provider(credentials({ input: { name: {} }, authorize: ({ name }) => ({ id: name, name }) }))
  .build()

// The completions of a callable value include the members of functions.
auth.protect
//   ^| accounts, apply, arguments, bind, call, caller, fetch, health, length, name, passkeys, passwords, protect, prototype, toString, tokens
//   ^?

export const session = await auth()
//           ^?
session?.user
//       ^| expires, user

// The argument may also be a form, but the methods of forms are not offered as options.
signIn('github', { redirectTo: '/' })
//                 ^| link, redirect, redirectTo, remember, resources, scopes
signIn('credentials', { name: '', redirectTo: '/' })
//                                ^| redirect, redirectTo
signOut({ redirectTo: '/' })
//        ^| provider, redirect, redirectTo

declare const event: AuthEvent
const kit = createKitAuth().provider(github()).provider(google()).build()
const client = createClient<typeof auth>()
const solid = createSolidAuth().provider(github()).provider(google()).build()
solid.signIn('github', { redirectTo: '/' })
//                       ^| link, redirect, redirectTo, remember, resources, scopes
solid.signOut({ redirectTo: '/' })
//              ^| provider, redirect, redirectTo

// Ids are offered in a string, whether or not the string is a complete id.
signIn('github')
//       ^| credentials, github, google
solid.signIn('github')
//              ^| github, google
kit.signIn(event, 'github')
//                 ^| github, google
client.signIn('github')
//              ^| credentials, github, google
