import { createAuth } from 'authwright'
import { getToken } from 'authwright/jwt'
import { email } from 'authwright/providers/email'
import { github } from 'authwright/providers/github'
import { nodemailer } from 'authwright/providers/nodemailer'
import { resend } from 'authwright/providers/resend'
import { expectTypeOf } from 'expect-type'

// Environment variables may be `undefined`. With `exactOptionalPropertyTypes`, options must accept that explicitly.

declare const env: Record<'SECRET' | 'SERVER' | 'FROM' | 'KEY' | 'URL', string | undefined>
declare const send: () => Promise<void>

const base = createAuth()
  .provider(github({ clientId: env.KEY, clientSecret: env.KEY }))
  .options({ secret: env.SECRET, redirectProxyUrl: env.URL })
  .jwt({ secret: env.SECRET })
expectTypeOf(base.build()).toHaveProperty('handlers')

expectTypeOf(
  nodemailer({ server: env.SERVER, from: env.FROM, secret: env.SECRET }).id,
).toEqualTypeOf<'nodemailer'>()
expectTypeOf(resend({ apiKey: env.KEY, from: env.FROM }).id).toEqualTypeOf<'resend'>()
expectTypeOf(email({ from: env.FROM, sendVerificationRequest: send }).id).toEqualTypeOf<'email'>()

createAuth({ providers: [github()], secret: env.SECRET, redirectProxyUrl: env.URL })
getToken({ req: { headers: new Headers() }, secret: env.SECRET })

// @ts-expect-error -- The sender is required, although its value may come from the environment.
nodemailer({ server: env.SERVER })
