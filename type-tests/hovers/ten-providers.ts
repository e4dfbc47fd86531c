// Hovers with ten providers, whose users have different types.
import { createAuth } from 'authwright/next'
import { apple } from 'authwright/providers/apple'
import { auth0 } from 'authwright/providers/auth0'
import { credentials } from 'authwright/providers/credentials'
import { discord } from 'authwright/providers/discord'
import { facebook } from 'authwright/providers/facebook'
import { github } from 'authwright/providers/github'
import { gitlab } from 'authwright/providers/gitlab'
import { google } from 'authwright/providers/google'
import { slack } from 'authwright/providers/slack'
import { twitch } from 'authwright/providers/twitch'

const base = createAuth()
  .provider(apple())
  .provider(auth0())
  .provider(
    credentials({ input: { email: {}, password: {} }, authorize: ({ email }) => ({ id: email, email }) }),
  )
  .provider(discord())
  .provider(facebook())
  .provider(github())
  .provider(gitlab())
  .provider(google())
  .provider(slack())
  .provider(twitch())
// ^?

const built = base
  //  ^?
  .callbacks({
    // ^?
    jwt: (params) => ({ ...params.token, role: 'member' as const }),
    //    ^?
    session: ({ session, token }) => ({
      //        ^?       ^?
      ...session,
      user: { ...session.user, id: token.sub, role: token.role },
    }),
  })
  .build()
// ^?

export const { handlers, auth, signIn, signOut, unstable_update } = built
//             ^?        ^?    ^?      ^?       ^?                  ^?

export const session = await auth()
//           ^?              ^?
session?.user.role
// ^?    ^?   ^?
export const go = () => signIn('github')
//                      ^?
