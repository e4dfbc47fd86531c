import { type } from 'arktype'
import { createAuth } from 'authwright'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { expectTypeOf } from 'expect-type'
import * as v from 'valibot'
import { z } from 'zod'
import { request } from './fixtures.js'

// `authorize` receives the output of a form schema, and `signIn` accepts its input.
const valibot = credentials({
  id: 'valibot',
  input: v.object({ name: v.string(), code: v.pipe(v.string(), v.transform(Number)) }),
  account: (input) => {
    expectTypeOf(input).toEqualTypeOf<{ name: string; code: number }>()
    return input.name
  },
  authorize: ({ name, code }, request) => {
    expectTypeOf(name).toEqualTypeOf<string>()
    expectTypeOf(code).toEqualTypeOf<number>()
    expectTypeOf(request).toEqualTypeOf<Request>()
    return { id: name, code }
  },
})
const zod = credentials({
  id: 'zod',
  authorize: async ({ name, code }) => {
    expectTypeOf(name).toEqualTypeOf<string>()
    expectTypeOf(code).toEqualTypeOf<number>()
    return name === '' ? null : { id: name }
  },
  input: z.object({ name: z.string(), code: z.string().transform(Number) }),
})
const arktype = credentials({
  id: 'arktype',
  input: type({ name: 'string', code: 'string.numeric.parse' }),
  authorize: ({ name, code }) => {
    expectTypeOf(name).toEqualTypeOf<string>()
    expectTypeOf(code).toEqualTypeOf<number>()
    return { id: name }
  },
})
// @ts-expect-error The name of an account is a string.
credentials({ input: { code: {} }, account: ({ code }) => code.length, authorize: () => null })
const record = credentials({
  input: { name: { label: 'Name' }, password: { type: 'password' } },
  authorize: (input) => {
    expectTypeOf(input).toEqualTypeOf<{ readonly name: string; readonly password: string }>()
    return { id: input.name }
  },
})

const forms = createAuth().provider(valibot).provider(zod).provider(arktype).provider(record).build()
forms.signIn('valibot', { request, name: 'somebody', code: '1' })
forms.signIn('zod', { request, name: 'somebody', code: '1' })
forms.signIn('arktype', { request, name: 'somebody', code: '1' })
forms.signIn('credentials', { request, name: 'somebody', password: 'secret' })
// @ts-expect-error The form sends a string.
forms.signIn('valibot', { request, name: 'somebody', code: 1 })
// @ts-expect-error A field is missing.
forms.signIn('credentials', { request, name: 'somebody' })
// @ts-expect-error Another provider has other fields.
forms.signIn('zod', { request, name: 'somebody', password: 'secret' })

createAuth()
  .provider(valibot)
  .callbacks({
    signIn: ({ user, credentials }) => {
      expectTypeOf(user).toEqualTypeOf<{ id: string; code: number }>()
      expectTypeOf(credentials).toEqualTypeOf<{ name: string; code: number }>()
      return true
    },
    jwt: ({ token, user }) => {
      expectTypeOf(user?.code).toEqualTypeOf<number | undefined>()
      return token
    },
  })

// Declared claims are present, except at sign-in, before a callback has added them.
const claims = createAuth()
  .provider(github())
  .jwt({ claims: z.object({ role: z.enum(['admin', 'member']) }) })
  .callbacks({
    jwt: ({ trigger, token }) => {
      if (trigger === 'signIn' || trigger === 'signUp') {
        expectTypeOf(token).not.toHaveProperty('role')
        return { ...token, role: 'member' as const }
      }
      expectTypeOf(token.role).toEqualTypeOf<'admin' | 'member'>()
      return token
    },
    session: ({ session, token }) => ({ ...session, role: token.role }),
  })
  .build()
expectTypeOf(await claims.auth(request))
  .exclude<null>()
  .toHaveProperty('role')
  .toEqualTypeOf<'admin' | 'member'>()

const numbered = createAuth()
  .provider(github())
  .jwt({ claims: v.object({ n: v.number() }) })
// @ts-expect-error The result of `jwt` must match the claims.
numbered.callbacks({ jwt: () => ({ n: '1' }) })

// Without a schema, the data of an update is unchecked.
const update = createAuth()
  .provider(github())
  .session({ update: v.object({ plan: v.picklist(['free', 'pro']) }) })
  .callbacks({
    jwt: ({ trigger, token, session }) => {
      if (trigger === 'update') expectTypeOf(session).toEqualTypeOf<{ plan: 'free' | 'pro' }>()
      return token
    },
  })
  .build()
expectTypeOf(update.update).parameter(0).toEqualTypeOf<{ plan: 'free' | 'pro' }>()
expectTypeOf(createAuth().provider(github()).build().update).parameter(0).toBeUnknown()
