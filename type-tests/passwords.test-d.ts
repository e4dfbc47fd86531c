import { createAuth } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { sqlite } from 'authwright/adapters/sqlite'
import { createClient } from 'authwright/client'
import { github } from 'authwright/providers/github'
import { password } from 'authwright/providers/password'
import { expectTypeOf } from 'expect-type'
import { number, object, optional, pipe, string, transform } from 'valibot'

// A sign-up sends a mail, by `send` or by an e-mail provider, unless e-mail addresses need no verification.
const sending = createAuth()
  .provider(password({ send: ({ identifier, mail }) => console.log(identifier, mail.subject) }))
  .adapter(memory())
  .build()
expectTypeOf(sending.signIn).parameter(0).toEqualTypeOf<'password'>()

createAuth()
  .provider(password({ verify: false }))
  .adapter(memory())
  .build()
createAuth()
  .provider(password({ verify: false, id: 'word', minLength: 12 }))
  .adapter(memory())
  .build()

// If `verify` is a boolean that is not a literal, mails may be needed.
declare const verify: boolean
// @ts-expect-error: password() sends mails
createAuth().provider(password({ verify })).adapter(memory()).build()

// With password(), the instance has password methods, whose result types list the reasons of failures.
declare const request: Request
const removed = await sending.passwords.remove({ current: 'a heron eats nine frogs' }, { request })
if (removed.ok) expectTypeOf(removed.url).toEqualTypeOf<string | undefined>()
else
  expectTypeOf(removed.reason).toExtend<
    'signedOut' | 'reauthenticate' | 'wrongPassword' | 'notFound' | 'changed' | 'lastSignInMethod'
  >()
expectTypeOf(removed.headers).toEqualTypeOf<Headers>()
// @ts-expect-error: the request is missing
sending.passwords.forgot({ email: 'ada@example.com' })
// @ts-expect-error: a reset has no current password
sending.passwords.reset({ token: 'a', password: 'b', current: 'c' }, { request })

const { passwords } = createClient<typeof sending>()
const signedUp = await passwords.signUp({ email: 'ada@example.com', password: 'a heron eats nine frogs' })
if (!signedUp.ok && signedUp.reason === 'error')
  expectTypeOf(signedUp.retryAfter).toEqualTypeOf<number | undefined>()

const without = createAuth().provider(github()).build()
// @ts-expect-error: Passwords are stored by password()
without.passwords.forgot({ email: 'ada@example.com' }, { request })
// @ts-expect-error: Passwords are stored by password()
createClient<typeof without>().passwords.forgot({ email: 'ada@example.com' })

// The fields of a sign-up are strings, as a page sends them. Without fields, there is no such parameter.
const seats = pipe(string(), transform(Number), number())
const asking = createAuth()
  .provider(
    password({
      verify: false,
      signUp: { fields: object({ seats, name: optional(string()) }), form: { seats: {}, name: {} } },
    }),
  )
  .adapter(sqlite('auth.db', { user: { seats: 'integer' } }))
  .build()
const typed = { email: 'ada@example.com', password: 'a heron eats nine frogs' }
await asking.passwords.signUp({ ...typed, fields: { seats: '3' } }, { request })
await createClient<typeof asking>().passwords.signUp({ ...typed, fields: { seats: '3', name: 'Ada' } })
await createClient<typeof asking>().passwords.finishSignUp({ token: 'a' })
await createClient().passwords.signUp({ ...typed, fields: { anything: 'at all' } })
// @ts-expect-error: the fields are missing
asking.passwords.signUp(typed, { request })
// @ts-expect-error: a page sends strings
asking.passwords.signUp({ ...typed, fields: { seats: 3 } }, { request })
// @ts-expect-error: there are no fields
sending.passwords.signUp({ ...typed, fields: { seats: '3' } }, { request })
// @ts-expect-error: a schema needs a form
password({ signUp: { fields: object({ seats }) } })
// @ts-expect-error: the form must have a label for each field of the schema
password({ signUp: { fields: object({ seats }), form: {} } })
