import { createAuth } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'

export const auth = createAuth()
  .provider(github())
  .provider(
    credentials({
      input: { name: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
      authorize: ({ name }) => ({ id: name, name }),
    }),
  )
  .session({ maxAge: 60 * 60 })
  .callbacks({ session: ({ session, token }) => ({ ...session, subject: token.sub }) })
  .build()

export async function subjectOf(request: Request): Promise<string> {
  const session = await auth.auth(request)
  return session.subject
}

export const enter = (request: Request) => auth.signIn('github', { request })

// @ts-expect-error no provider has this id
export const misspelt = (request: Request) => auth.signIn('gitlab', { request })

export const stored = createAuth().provider(github()).adapter(memory()).build()
export const inOne = createAuth({ providers: [github()], adapter: memory() }).build()
