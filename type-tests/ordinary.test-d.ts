import { createAuth } from 'authwright'
import type { RegisteredProviderId, RegisteredSession } from 'authwright/internal'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'
import { expectTypeOf } from 'expect-type'
import { number, object, pipe, string, transform } from 'valibot'
import { request } from './fixtures.js'

// `jwt` adds a claim only at sign-in, in the usual coding styles.
createAuth()
  .provider(github())
  .callbacks({
    jwt({ token, account }) {
      if (account) return { ...token, accessToken: account.access_token }
      return token
    },
    session({ session, token }) {
      expectTypeOf(token.accessToken).toEqualTypeOf<string | undefined>()
      expectTypeOf(token.sub).toEqualTypeOf<string | undefined>()
      return { ...session, accessToken: token.accessToken }
    },
  })
  .build()

createAuth()
  .provider(github())
  .callbacks({ jwt: async ({ token, user }) => (user ? { ...token, hasImage: Boolean(user.image) } : token) })
  .callbacks({
    session: ({ session, token }) => {
      expectTypeOf(token.hasImage).toEqualTypeOf<boolean | undefined>()
      return { ...session, hasImage: token.hasImage }
    },
  })
  .build()

// `Register` accepts the destructured `auth` as well as the whole instance.
const { auth } = createAuth()
  .provider(github())
  .callbacks({ session: ({ session }) => ({ ...session, n: 1 }) })
  .build()
expectTypeOf<RegisteredProviderId<{ auth: typeof auth }>>().toEqualTypeOf<'github'>()
expectTypeOf<RegisteredSession<{ auth: typeof auth }>['n']>().toEqualTypeOf<number>()
expectTypeOf(await auth(request)).not.toBeAny()

// `update` accepts the input of its schema; callbacks receive the output.
const changing = createAuth()
  .provider(github())
  .session({ update: object({ count: pipe(string(), transform(Number), number()) }) })
  .callbacks({
    jwt: ({ token, trigger, session }) => {
      if (trigger === 'update') expectTypeOf(session).toEqualTypeOf<{ count: number }>()
      return token
    },
  })
  .build()
expectTypeOf(changing.update).parameter(0).toEqualTypeOf<{ count: string }>()

// A list with a provider that depends on a condition.
declare const dev: boolean
const form = credentials({ input: { name: {} }, authorize: () => ({ id: '1' }) })
createAuth({ providers: [github(), ...(dev ? [form] : [])] }).build()
createAuth({ providers: [github(), ...(dev ? [google(), form] : [])] }).build()
