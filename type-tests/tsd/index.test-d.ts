import { createAuth, type Session } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { type AuthError, CredentialsSignin } from 'authwright/errors'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { oidc } from 'authwright/providers/oidc'
import { expectAssignable, expectError, expectNotAssignable, expectType } from 'tsd'

declare const request: Request

const { auth, handler, handlers, signIn } = createAuth()
  .provider(github())
  .provider(oidc({ id: 'acme', issuer: 'https://login.acme.example' }))
  .provider(
    credentials({
      input: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
      authorize: ({ name }) => ({ id: name }),
    }),
  )
  .callbacks({ session: ({ session, token }) => ({ ...session, subject: token.sub }) })
  .build()

expectType<Promise<Response>>(handler(request))
expectType<Promise<Response>>(handlers.GET(request))
expectType<Promise<Response>>(handlers.POST(request))

const session = await auth(request)
expectAssignable<Session | null>(session)
expectType<string | undefined>(session?.expires)
expectType<string | undefined>(session?.subject)
expectError(session?.plan)

expectType<Promise<{ url: string; headers: Headers }>>(signIn('acme', { request }))
expectType<Promise<{ url: string; headers: Headers }>>(
  signIn('credentials', { request, name: 'ada', password: 'lovelace' }),
)
expectError(signIn('acne', { request }))
expectError(signIn('credentials', { request, name: 'ada' }))

const stored = createAuth()
  .provider(github())
  .adapter(memory<{ role: 'admin' | 'member' }>({ user: { role: 'member' } }))
  .callbacks({ session: ({ session, user }) => ({ ...session, role: user.role }) })
  .build()
expectType<'admin' | 'member' | undefined>((await stored.auth(request))?.role)

expectError(createAuth().build())
expectError(createAuth().provider(github()).provider(github()))

expectAssignable<Error>(new CredentialsSignin('Wrong password.'))
expectAssignable<AuthError>(new CredentialsSignin('Wrong password.'))
expectNotAssignable<AuthError>(new Error('Anything else.'))
