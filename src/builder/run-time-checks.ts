import type { Adapter } from '../adapters/contract.js'
import type { OwnUser, OwnUsers } from '../model/user.js'
import { hasHostPrefix } from '../options/cookies-options.js'
import type { PagesOptions } from '../options/pages-options.js'
import type { ServedProvider } from '../providers/kinds/local-server.js'
import type { Provider } from '../providers/kinds/provider.js'
import type { SessionSpec } from './auth-spec.js'
import { type ConfigurationProblem, ruleProblem } from './configuration-error.js'
import { strategyOf } from './default-strategy.js'
import { type Draft, isSealed } from './draft.js'
import { nameProblems } from './name-problems.js'
import { pageNames, reservedFields, reservedSignUpFields } from './option-names.js'
import { providerValueProblems } from './provider-value-problems.js'
import {
  emailMethods,
  oauthMethods,
  passwordMethods,
  sessionMethods,
  webauthnMethods,
} from './required-adapter-methods.js'
import { anObject, aSchema } from './value-checks.js'

type Problems = readonly ConfigurationProblem[]

export function isProvider(provider: Provider | null | undefined): boolean {
  const feature = provider?.['~feature']
  // A feature is recognized by its data, because an application can contain two copies of the package.
  if (!provider || feature?.version !== 1) return false
  const { type } = provider
  return (feature.types ?? [type]).includes(type) && requiredFunctions.has(type) && !missingFunction(provider)
}

export function providerProblems(draft: Draft, provider: Provider): Problems {
  const method = typeof provider?.id === 'string' && missingFunction(provider)
  if (method) return [ruleProblem('wrongType', `\`${provider.id}.${method}\``, 'a function')]
  if (!isProvider(provider)) return [ruleProblem('notAProvider')]
  const { id } = provider
  return [
    ...when(isSealed(draft), 'providerAfterCallbacks'),
    ...when(typeof id !== 'string' || id === '', 'wideId'),
    ...when(
      // The id is part of URLs, and of user ids such as `github|1`.
      !/^(?!\.\.?$)[\w.~-]*$/.test(id),
      'wrongType',
      `The provider id '${id}'`,
      'a URL path segment of letters from A to Z, digits, `-`, `.`, `_` and `~`',
    ),
    ...when(
      draft.providers.some((other) => other.id === id),
      'duplicateId',
      id,
      id,
    ),
    ...when(isUnreachable(provider), 'endpointsMissing', id),
    ...emptyEndpoints(provider).map((name) =>
      ruleProblem(
        'wrongType',
        `\`${id}.${name}\``,
        'a URL or an object with `url`, unless there is an `issuer`',
      ),
    ),
    ...reservedNames(provider).map((name) => ruleProblem('reservedField', name, id)),
    ...when(
      provider.type === 'password' && draft.providers.some(({ type }) => type === 'password'),
      'secondPassword',
    ),
    ...when(offersPasskeys(provider) && draft.providers.some(offersPasskeys), 'secondConditionalUi'),
    ...providerValueProblems(provider),
    ...serverProblems(provider),
  ]
}

function serverProblems(provider: Provider): Problems {
  const problem = (provider as ServedProvider)['~server']?.problem()
  return problem ? [problem] : []
}

function isUnreachable(provider: Provider): boolean {
  return (
    provider.type === 'oauth' &&
    !('issuer' in provider) &&
    !('authorization' in provider && 'token' in provider && 'userinfo' in provider)
  )
}

function emptyEndpoints(provider: Provider): readonly string[] {
  if (provider.type !== 'oauth' && provider.type !== 'oidc') return []
  if ('issuer' in provider || provider.wellKnown !== undefined) return []
  const { authorization, token, userinfo } = provider
  return Object.entries({ authorization, token, userinfo })
    .filter(([, endpoint]) => typeof endpoint === 'object' && Object.keys(endpoint ?? {}).length === 0)
    .map(([name]) => name)
}

const requiredFunctions: ReadonlyMap<unknown, string | undefined> = new Map([
  ['oauth', undefined],
  ['oidc', undefined],
  ['password', undefined],
  ['credentials', 'authorize'],
  ['email', 'sendVerificationRequest'],
  ['webauthn', 'simpleWebAuthn'],
])

function missingFunction(provider: Provider): string | undefined {
  const name = requiredFunctions.get(provider.type)
  return name && typeof provider[name as keyof Provider] !== 'function' ? name : undefined
}

function reservedNames(provider: Provider): readonly string[] {
  if (provider.type === 'password') {
    const { form, fields } = provider.signUp ?? {}
    return reservedSignUpFields.filter((name) => name in fieldsOf(form ?? fields))
  }
  if (provider.type !== 'credentials') return []
  const formFields = { ...fieldsOf(provider.input), ...provider.fields }
  return reservedFields.filter((name) => name in formFields)
}

function fieldsOf(form: object | undefined): object {
  return anObject.holds(form) && !aSchema.holds(form) ? (form as object) : {}
}

function offersPasskeys(provider: Provider): boolean {
  return provider.type === 'webauthn' && provider.enableConditionalUI !== false
}

export function strategyProblems(draft: Draft, options: Partial<SessionSpec>): Problems {
  const { strategy, update } = options
  return [
    ...when(isSealed(draft) && (strategy ?? update) !== undefined, 'sessionAfterCallbacks'),
    ...when('strategy' in options && strategy !== 'jwt' && strategy !== 'database', 'wideStrategy'),
  ]
}

export function adapterProblems(draft: Draft, adapter: Adapter | undefined): Problems {
  if (!adapter) return [ruleProblem('wideAdapter')]
  if (draft.adapter) return [ruleProblem('secondAdapter')]
  if (draft.users) return [ruleProblem('secondUsers')]
  return when(isSealed(draft), 'adapterAfterCallbacks')
}

export function usersProblems(draft: Draft, users: OwnUsers<OwnUser>): Problems {
  const { find, create, update = () => undefined } = (users ?? {}) as Partial<OwnUsers<OwnUser>>
  return [
    ...when(draft.adapter !== undefined || draft.users !== undefined, 'secondUsers'),
    ...when(isSealed(draft), 'usersAfterCallbacks'),
    ...Object.entries({ find, create, update }).flatMap(([name, method]) =>
      when(typeof method !== 'function', 'wrongType', `\`users.${name}\``, 'a function'),
    ),
    ...nameProblems('member of users', users ?? {}, ['find', 'create', 'update']),
  ]
}

function lackingUsers(providers: readonly Provider[]): Problems {
  return providers.flatMap(({ type, id }) => [
    ...when(type === 'email', 'usersLack', `the e-mail provider '${id}'`, 'sign-in links'),
    ...when(type === 'webauthn', 'usersLack', `the WebAuthn provider '${id}'`, 'passkeys'),
    ...when(type === 'password', 'usersLack', 'password()', 'passwords'),
  ])
}

function providerMethodsProblems({ adapter, providers }: Draft): Problems {
  const has = (...types: readonly Provider['type'][]) => providers.some(({ type }) => types.includes(type))
  return [
    ...(has('oauth', 'oidc') ? lackingMethods(adapter, oauthMethods, 'an OAuth provider') : []),
    ...(has('email') ? lackingMethods(adapter, emailMethods, 'an e-mail provider') : []),
    ...(has('webauthn') ? lackingMethods(adapter, webauthnMethods, 'a WebAuthn provider') : []),
    ...(has('password') ? lackingMethods(adapter, passwordMethods, 'password()') : []),
  ]
}

function lackingMethods(
  adapter: Adapter | undefined,
  methods: readonly (keyof Adapter)[],
  feature: string,
): Problems {
  if (!adapter) return []
  const lacking = methods.filter((method) => typeof adapter[method] !== 'function')
  return when(lacking.length > 0, 'adapterLacks', feature, lacking.join(', '))
}

export function pagesProblems(pages: PagesOptions): Problems {
  return [
    ...nameProblems('page', pages, pageNames),
    ...Object.entries(pages).flatMap(([name, path]) =>
      name === 'account' && path === false ? [] : pathProblems(path, `pages.${name}`),
    ),
  ]
}

export function pathProblems(path: string | undefined, option: string): Problems {
  return when(path !== undefined && !String(path).startsWith('/'), 'relativePath', option)
}

export function functionProblems(kind: 'callback' | 'event', functions: object, valid: object): Problems {
  const names = Object.keys(valid)
  const values = Object.entries(functions).filter(
    ([name, value]) => names.includes(name) && value !== undefined,
  )
  return [
    ...nameProblems(kind, functions, names),
    ...values.flatMap(([name, value]) =>
      when(typeof value !== 'function', 'wrongType', `\`${kind}s.${name}\``, 'a function'),
    ),
  ]
}

export function secretProblems(secret: string | readonly string[] | undefined): Problems {
  if (secret === undefined) return []
  const secrets = [secret].flat()
  return when(secrets.length === 0 || secrets.includes(''), 'emptySecret')
}

export function buildProblems(draft: Draft): Problems {
  const { adapter, users, providers, marks, options, signUp, problems } = draft
  const database = strategyOf(draft) === 'database'
  const lacksUsers = !adapter && !users
  const forEach = (
    code: 'emailNeedsAdapter' | 'webauthnNeedsAdapter' | 'webauthnIsExperimental',
    isBroken: (provider: Provider) => boolean,
  ) => providers.flatMap((provider) => when(isBroken(provider), code, provider.id))
  return [
    // With `compat`, the instance may exist only to read sessions of an Auth.js instance. If a provider was
    // refused, that problem was already reported, with the code `notAProvider` or `wrongType`.
    ...when(
      providers.length === 0 &&
        options.compat === undefined &&
        !problems.some(({ code }) => code === 'notAProvider' || code === 'wrongType'),
      'noProvider',
    ),
    ...forEach('emailNeedsAdapter', ({ type }) => lacksUsers && type === 'email'),
    ...forEach('webauthnNeedsAdapter', ({ type }) => lacksUsers && type === 'webauthn'),
    ...passwordProblems(draft, database),
    ...providerMethodsProblems(draft),
    ...(users ? lackingUsers(providers) : []),
    ...when(database && lacksUsers, 'databaseNeedsAdapter'),
    ...when(database && users !== undefined && !adapter, 'usersLack', "strategy 'database'", 'sessions'),
    ...when(signUp !== undefined && lacksUsers, 'signUpNeedsAdapter'),
    ...(database ? lackingMethods(adapter, sessionMethods, "strategy 'database'") : []),
    ...when(database && (marks.includes('jwt') || draft.callbacks.jwt.length > 0), 'jwtCallbackNeedsJwt'),
    ...storedSessionProblems(draft, database),
    ...forEach(
      'webauthnIsExperimental',
      (provider) => 'experimental' in provider && !options.experimental?.enableWebAuthn,
    ),
  ]
}

function passwordProblems({ adapter, users, providers }: Draft, database: boolean): Problems {
  const password = providers.find(({ type }) => type === 'password')
  if (password?.type !== 'password') return []
  const sendsMail = password.send !== undefined || providers.some(({ type }) => type === 'email')
  return [
    ...when(!adapter && !users, 'passwordNeedsAdapter'),
    ...when(password.verify !== false && !sendsMail, 'passwordNeedsMail'),
    ...(database ? lackingMethods(adapter, ['deleteSessionsByUserId'], 'password()') : []),
  ]
}

function storedSessionProblems({ adapter, session, cookies }: Draft, database: boolean): Problems {
  const stored = (['maxSessions', 'cookieCache'] as const).filter((name) => session[name])
  const tokens = (['refresh', 'sessionStore'] as const).filter((name) => session[name] !== undefined)
  const isHostCookie = hasHostPrefix(cookies.sessionToken?.name ?? '')
  return [
    ...(database ? tokens.map((name) => ruleProblem('optionNeedsJwt', `session.${name}`)) : []),
    ...(database ? [] : stored.map((name) => ruleProblem('optionNeedsDatabase', `session.${name}`))),
    ...(database && session.maxSessions
      ? lackingMethods(adapter, limitMethods, '`session.maxSessions`')
      : []),
    ...when(isHostCookie && session.domain !== undefined, 'hostPrefixedCookie'),
  ]
}

const limitMethods = ['listSessionsByUserId', 'deleteSessionById'] as const

function when(isBroken: boolean, ...[code, ...names]: Parameters<typeof ruleProblem>): Problems {
  return isBroken ? [ruleProblem(code, ...names)] : []
}
