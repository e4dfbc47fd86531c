import { createAuth } from 'authwright'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { createSession } from 'authwright/svelte'
import { SignIn } from 'authwright/sveltekit/components'
import { expectTypeOf } from 'expect-type'
import type { Component } from 'svelte'
import * as v from 'valibot'

const auth = createAuth()
  .provider(github())
  .provider(credentials({ input: v.object({ password: v.string() }), authorize: () => ({ id: '1' }) }))
  .session({ update: v.object({ plan: v.string() }) })
  .callbacks({ session: ({ session }) => ({ ...session, plan: 'free' }) })
  .build()

const session = createSession<typeof auth>({ session: () => null, basePath: '/docs/auth' })
const { current } = session
if (current.status === 'authenticated') expectTypeOf(current.data.plan).toEqualTypeOf<string>()
else expectTypeOf(current.data).toEqualTypeOf<null>()
session.subscribe((state) => expectTypeOf(state).toEqualTypeOf(current))
expectTypeOf(session.update).parameter(0).toEqualTypeOf<{ plan: string } | undefined>()
expectTypeOf(session.update).returns.resolves.exclude<null>().toHaveProperty('plan').toEqualTypeOf<string>()

expectTypeOf(SignIn).toExtend<Component<{ provider?: string; signInPage?: string }>>()
// @ts-expect-error A form may not choose this parameter.
const _props: Parameters<typeof SignIn>[1] = { authorizationParams: { scope: 'everything' } }
