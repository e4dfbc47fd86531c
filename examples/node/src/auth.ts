import { createAuth } from 'authwright'
import { email } from 'authwright/providers/email'
import { oidc } from 'authwright/providers/oidc'
import { passkey } from 'authwright/providers/passkey'
import { password } from 'authwright/providers/password'
import { adapter } from './database.js'
import { deliver } from './mailbox.js'
import { setting } from './settings.js'

export const auth = createAuth()
  .provider(oidc({ id: 'demo', name: 'Demo ID', issuer: setting('AUTH_DEMO_ISSUER') }))
  .provider(password())
  .provider(email({ sendVerificationRequest: async ({ identifier, mail }) => deliver(identifier, mail) }))
  .provider(passkey())
  .adapter(adapter)
  .callbacks({
    session: ({ session, user }) => ({
      ...session,
      user: { ...session.user, id: user.id, plan: user.plan },
    }),
  })
  .build()
