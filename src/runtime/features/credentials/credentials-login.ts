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
import { type Attempt, createAttempts } from '../../core/limits/attempts.js'
import type { Identity } from '../../core/login/identity.js'
import { credentialFields, hiddenTexts, inputAttributes } from '../../core/login/input-attributes.js'
import { type LoginOutcome, login } from '../../core/login/login.js'
import { isMissingId } from '../../core/login/stable-id.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'

const RESERVED_FIELDS: ReadonlySet<string> = new Set(['csrfToken', 'callbackUrl'])

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
 * Whether the error is a plain `Error`, which probably comes from the application. Errors of database drivers
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

/** Returns the account name for which password guesses are counted. */
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

/** Whether the value can be the name of an account, which a schema may convert to a number. */
function isText(value: unknown): value is string | number | bigint {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
}

function isSchema(input: CredentialsProvider['input']): input is StandardSchemaV1 {
  return typeof input === 'function' || (input !== undefined && '~standard' in input)
}

/**
 * Returns the names of the fields of a form with only an e-mail address and a password, or `undefined` for
 * other forms.
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

async function attemptWith(
  provider: CredentialsProvider,
  fields: Params,
  app: App,
  exchange: Exchange,
): Promise<{ readonly attempt: Attempt; readonly identity: Identity }> {
  const input = await readCredentials(provider, fields, app)
  const account = await accountOf(provider, input)
  const attempt = await app.get(createAttempts).begin({ provider: provider.id, account }, exchange)
  return { attempt, identity: await checkCredentials(provider, input, exchange.request) }
}

/** Checks the fields like a sign-in, but starts no session. */
export async function checkedUser(
  provider: CredentialsProvider,
  fields: Params,
  app: App,
  exchange: Exchange,
): Promise<string | undefined> {
  try {
    const { attempt, identity } = await attemptWith(provider, fields, app, exchange)
    await attempt.succeeded(identity.user.id)
    return identity.user.id
  } catch (error) {
    if (error instanceof CredentialsSignin) return undefined
    throw error
  }
}

export async function credentialsLogin(
  provider: CredentialsProvider,
  fields: Params,
  app: App,
  exchange: Exchange,
): Promise<LoginOutcome> {
  const { attempt, identity } = await attemptWith(provider, fields, app, exchange)
  const { lastEnding } = attempt
  const outcome = await login(identity, { linkTo: undefined, lastEnding }, app, exchange)
  if (outcome.kind !== 'redirected') await attempt.succeeded(outcome.userId)
  return outcome
}
