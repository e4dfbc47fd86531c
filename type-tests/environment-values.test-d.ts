import { createAuth } from 'authwright'
import { pg } from 'authwright/adapters/pg'
import { sqlite } from 'authwright/adapters/sqlite'
import { NextAuth } from 'authwright/compat/next'
import { getToken } from 'authwright/jwt'
import { apple } from 'authwright/providers/apple'
import { email } from 'authwright/providers/email'
import { github } from 'authwright/providers/github'
import { nodemailer } from 'authwright/providers/nodemailer'
import { resend } from 'authwright/providers/resend'
import { createAuth as createSolidAuth } from 'authwright/solid-start'
import { redisStore } from 'authwright/stores/redis'
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

// Applications read these options from environment variables.
declare const on: boolean | undefined
declare const path: `/${string}` | undefined
declare const hosts: readonly string[] | undefined
base.options({ trustHost: on, basePath: path, debug: on, useSecureCookies: on, sessionAudience: env.URL })
base.options({ trustHost: hosts })
createSolidAuth().options({ prefix: path, appBasePath: env.URL })
createAuth({ providers: [github()], trustHost: hosts, basePath: path })
apple({ clientId: env.KEY, teamId: env.KEY, keyId: env.KEY, privateKey: env.KEY })

// Databases. If a value is missing, an error at the first use names the variable.
pg(env.URL)
sqlite(env.URL)
sqlite({ file: env.URL })
redisStore({ url: env.URL })

// Options with the names of Auth.js.
NextAuth({ providers: [], secret: env.SECRET, trustHost: on, basePath: env.URL })

createAuth({ providers: [github()], secret: env.SECRET, redirectProxyUrl: env.URL })
getToken({ req: { headers: new Headers() }, secret: env.SECRET })

// @ts-expect-error -- `from` is required, although its value may be `undefined`.
nodemailer({ server: env.SERVER })
