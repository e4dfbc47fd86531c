import { credentials } from 'authwright/providers/credentials'
import { createAuth } from 'authwright/sveltekit'
import { env } from '$env/dynamic/private'

/** Data that some platforms provide with each event. */
interface Platform {
  readonly env?: Readonly<Record<string, string | undefined>>
}

export const { handle, signIn, signOut, auth, update } = createAuth(async (event) => {
  const settings = (event.platform as Platform | undefined)?.env ?? env
  return createAuth()
    .provider(
      credentials({
        input: { username: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
        authorize: ({ username, password }) =>
          password === settings['SITE_PASSWORD']
            ? { id: username, name: `${username} of ${settings['SITE_NAME']}` }
            : null,
      }),
    )
    .pages({ signIn: '/login' })
    .options({ secret: settings['SITE_SECRET'] ?? '' })
}).build()
