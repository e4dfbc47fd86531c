import type { StandardSchemaV1 } from '@standard-schema/spec'
import { AuthError, CallbackRouteError, CredentialsSignin } from '../../../errors.js'
import type { Account } from '../../../model/account.js'
import type { IdentifiedUser } from '../../../model/user.js'
import type { CredentialFields, CredentialsProvider } from '../../../providers/kinds/credentials.js'
import { asError } from '../../core/base/as-error.js'
import { membersOf } from '../../core/base/members-of.js'
import { redactErrors } from '../../core/config/logger.js'
import { exposeMessage } from '../../core/http/exposed-message.js'
import { type Params, textParam } from '../../core/http/params.js'
import type { App, Exchange } from '../../core/lifetimes.js'
import { createAttempts } from '../../core/limits/attempts.js'
import { type Identity, isMissingId } from '../../core/login/identity.js'
import { credentialFields, hiddenTexts, inputAttributes } from '../../core/login/input-attributes.js'
import { type LoginOutcome, login } from '../../core/login/login.js'

/** Form parameters that Authwright adds. They are not passed to the application. */
const RESERVED_FIELDS: ReadonlySet<string> = new Set(['csrfToken', 'callbackUrl'])

/**
 * The user that the application returns for the values of a form. Throws `CredentialsSignin` if `authorize`
 * returns `null`, `undefined` or `false`.
 */
async function checkCredentials(
  provider: CredentialsProvider,
  input: unknown,
  request: Request,
): Promise<Identity> {
  const user = requireUser(provider, await callAuthorize(provider, input, request))
  const account: Account = { provider: provider.id, type: 'credentials', providerAccountId: user.id }
  return {
    provider: provider.id,
    user,
    account,
    claim: { kind: 'none' },
    credentials: input,
    verifiedEmail: null,
  }
}

async function callAuthorize(
  provider: CredentialsProvider,
  input: unknown,
  request: Request,
): Promise<unknown> {
  try {
    return await redactErrors(
      () => provider.authorize(input, request),
      () => [input, request, ...hiddenTexts(shownFields(provider), input)],
    )
  } catch (error) {
    if (error instanceof AuthError) throw error
    if (provider.exposeErrors && isPlain(error)) throw exposeMessage(new CredentialsSignin(error.message))
    throw new CallbackRouteError(
      `authorize() of the provider '${provider.id}' threw. Return null to refuse a sign-in.`,
      {
        cause: { err: asError(error), provider: provider.id },
      },
    )
  }
}

/**
 * Whether an error is a plain `Error`, which probably the application has thrown. Errors of database drivers
 * and of Node.js are instances of a subclass, or have a `code`.
 */
function isPlain(error: unknown): error is Error {
  return (
    error instanceof Error &&
    Object.getPrototypeOf(error) === Error.prototype &&
    !Object.hasOwn(error, 'code')
  )
}

function shownFields(provider: CredentialsProvider): CredentialFields {
  return credentialFields(provider) ?? {}
}

function requireUser(provider: CredentialsProvider, user: unknown): IdentifiedUser {
  if (user === null || user === undefined || user === false)
    throw new CredentialsSignin('authorize() refused the credentials.')
  const { id } = membersOf(user)
  if (typeof user === 'object' && typeof id === 'string' && id !== '' && !isMissingId(id))
    return user as IdentifiedUser
  throw new CallbackRouteError(
    `authorize() of the provider '${provider.id}' must return null, or a user whose \`id\` is a string that no other user has.`,
  )
}

/** Reads the fields that the provider declares. Throws `CredentialsSignin` if they do not match. */
async function readCredentials(provider: CredentialsProvider, sent: Params, { spec }: App): Promise<unknown> {
  const { input, fields: shown = {} } = provider
  // Leaves out the "Stay signed in" checkbox, unless a field of the application has the same name.
  const named = isSchema(input) ? shown : { ...membersOf(input), ...shown }
  const hasRememberBox = spec.session.remember && !('remember' in named)
  const { remember: _, ...others } = sent
  const fields = hasRememberBox ? others : sent
  if (isSchema(input)) {
    const result = await redactErrors(
      () => input['~standard'].validate(applicationFields(fields)),
      () => [fields, ...hiddenTexts(shownFields(provider), fields)],
    )
    if (result.issues) throw new CredentialsSignin('The credentials do not match `input`.')
    return result.value
  }
  // If `input` is not a schema, it is a record of fields. The compiler cannot infer this.
  return input ? declaredFields(input as CredentialFields, fields) : applicationFields(fields)
}

/** A string for each declared field, whether or not the form sent it. */
function declaredFields(input: CredentialFields, fields: Params): Record<string, string> {
  const entries = Object.entries(input).map(([name, { required }]) => {
    const value = textParam(fields, name)
    if (value === undefined && required)
      throw new CredentialsSignin('A required field of the form is missing.')
    return [name, value ?? '']
  })
  return Object.fromEntries(entries)
}

function applicationFields(fields: Params): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !RESERVED_FIELDS.has(name)))
}

/**
 * The account for which a sign-in attempt is counted. The option `account` returns it. Without the option, it
 * is the value of the first field of the form. If that value is not a string or number, it is the first string
 * or number in the input. `undefined` if there is no such value.
 *
 * @throws {CallbackRouteError} If `account` returns a value that is not a string. Otherwise, guesses of the
 * password would not be counted.
 */
async function accountOf(provider: CredentialsProvider, input: unknown): Promise<string | undefined> {
  const account = await redactErrors(
    () => (provider.account ? provider.account(input) : firstText(provider, input)),
    () => [input, ...hiddenTexts(shownFields(provider), input)],
  )
  if (typeof account === 'string' || !provider.account) return account as string | undefined
  throw new CallbackRouteError(`account() of the provider '${provider.id}' must return a string.`)
}

function firstText(provider: CredentialsProvider, values: unknown): string | undefined {
  const [first] = Object.keys(shownFields(provider))
  const members = membersOf(values)
  const value = first === undefined ? undefined : members[first]
  const text = [value, ...Object.values(members)].find((each) => isText(each))
  return text === undefined ? undefined : String(text)
}

/** Accepts numbers, too, because a schema may convert the name of an account to a number. */
function isText(value: unknown): value is string | number | bigint {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
}

function isSchema(input: CredentialsProvider['input']): input is StandardSchemaV1 {
  return typeof input === 'function' || (input !== undefined && '~standard' in input)
}

/**
 * The names of the fields of a form with exactly two fields: an e-mail address and a password. `undefined` for
 * any other form, and for a sign-up form.
 */
export function passwordFields(
  provider: CredentialsProvider,
): { readonly address: string; readonly password: string } | undefined {
  const fields = Object.entries(credentialFields(provider) ?? {})
  if (provider.signUp || fields.length !== 2) return undefined
  const typeOf = ([name, field]: (typeof fields)[number]): unknown => inputAttributes(name, field)['type']
  const [address] = fields.find((each) => typeOf(each) === 'email') ?? []
  const [password] = fields.find((each) => typeOf(each) === 'password') ?? []
  return address !== undefined && password !== undefined ? { address, password } : undefined
}

/**
 * The id of the user that `authorize` returns for the fields of a form; `undefined` if it refuses them.
 * Starts no session.
 */
export async function checkedUser(
  provider: CredentialsProvider,
  fields: Params,
  app: App,
  exchange: Exchange,
): Promise<string | undefined> {
  try {
    const input = await readCredentials(provider, fields, app)
    const account = await accountOf(provider, input)
    const attempt = await app.get(createAttempts).begin({ provider: provider.id, account }, exchange)
    const { user } = await checkCredentials(provider, input, exchange.request)
    await attempt.succeeded(user.id)
    return user.id
  } catch (error) {
    if (error instanceof CredentialsSignin) return undefined
    throw error
  }
}

/** Signs a user in with the fields of a form. Throws `RateLimited` after too many attempts. */
export async function credentialsLogin(
  provider: CredentialsProvider,
  fields: Params,
  app: App,
  exchange: Exchange,
): Promise<LoginOutcome> {
  const input = await readCredentials(provider, fields, app)
  const account = await accountOf(provider, input)
  const attempt = await app.get(createAttempts).begin({ provider: provider.id, account }, exchange)
  const { lastEnding } = attempt
  const identity = await checkCredentials(provider, input, exchange.request)
  const outcome = await login(identity, { linkTo: undefined, lastEnding }, app, exchange)
  if (outcome.kind !== 'redirected') await attempt.succeeded(outcome.userId)
  return outcome
}
