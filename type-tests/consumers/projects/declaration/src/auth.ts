import { createAuth } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'
import { oidc } from 'authwright/providers/oidc'
import * as v from 'valibot'

// Everything is exported without type annotations, so the declarations must be able to name the inferred
// types.

export const adapter = memory<{ role: 'admin' | 'member' }>({ user: { role: 'member' } })

export const hub = github()

export const form = credentials({
  input: v.object({ email: v.string(), password: v.string() }),
  authorize: ({ email, password }) => (password === '' ? null : { id: email, email }),
})

export const preset = createAuth()
  .provider(hub)
  .provider(google())
  .provider(oidc({ id: 'acme', issuer: 'https://login.acme.example' }))

export const builder = preset
  .provider(form)
  .adapter(adapter)
  .session({ strategy: 'jwt', maxAge: 60 * 60 })
  .callbacks({
    jwt: ({ token }) => ({ ...token, plan: 'free' as const }),
    session: ({ session, token }) => ({ ...session, plan: token.plan }),
  })

export const auth = builder.build()

export const { handler, handlers, signIn, signOut, update } = auth

export const stored = createAuth()
  .provider(hub)
  .adapter(adapter)
  .callbacks({
    session: ({ session, user }) => ({ ...session, user: { ...session.user, role: user.role } }),
  })
  .build()

export const readSession = (request: Request) => auth.auth(request)
export const readStoredSession = (request: Request) => stored.auth(request)
