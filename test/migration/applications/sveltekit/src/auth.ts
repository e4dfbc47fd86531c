import { SvelteKitAuth } from '@auth/sveltekit'
import Auth0 from '@auth/sveltekit/providers/auth0'
import Discord from '@auth/sveltekit/providers/discord'
import GitHub from '@auth/sveltekit/providers/github'
import Google from '@auth/sveltekit/providers/google'
import Keycloak from '@auth/sveltekit/providers/keycloak'
import { env } from '$env/dynamic/private'

export const { handle, signIn, signOut } = SvelteKitAuth({
  trustHost: true,
  providers: [
    Auth0,
    Discord,
    GitHub({
      clientId: env.AUTH_GITHUB_ID,
      clientSecret: env.AUTH_GITHUB_SECRET,
    }),
    Google,
    Keycloak({ name: 'Company' }),
  ],
})
