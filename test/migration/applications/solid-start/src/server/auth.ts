import type { SolidAuthConfig } from '@auth/solid-start'
import GitHub from '@auth/solid-start/providers/github'
import Keycloak from '@auth/solid-start/providers/keycloak'

export const authOptions: SolidAuthConfig = {
  basePath: '/api/auth',
  trustHost: true,
  providers: [
    GitHub({ clientId: process.env.AUTH_GITHUB_ID, clientSecret: process.env.AUTH_GITHUB_SECRET }),
    Keycloak({
      clientId: process.env.AUTH_KEYCLOAK_ID,
      clientSecret: process.env.AUTH_KEYCLOAK_SECRET,
      issuer: process.env.AUTH_KEYCLOAK_ISSUER,
      name: 'Company',
    }),
  ],
}
