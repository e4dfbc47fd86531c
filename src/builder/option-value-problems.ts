import {
  type AuthOptions,
  type Limit,
  type LimitsOptions,
  type LoggerInstance,
  skipCSRFCheck,
} from '../options/auth-options.js'
import { trustedHost } from '../options/host-list.js'
import { isLanguage } from '../options/language.js'
import { isHexColor, type Theme } from '../options/pages-options.js'
import type { JwtOptions, MaxSessions } from '../options/session-options.js'
import type { SessionStore, Store } from '../stores/contract.js'
import type { SessionSpec } from './auth-spec.js'
import { type ConfigurationProblem, ruleProblem } from './configuration-error.js'
import { nameProblems } from './name-problems.js'
import {
  aBoolean,
  aFunction,
  anInterval,
  anObject,
  aSchema,
  aTime,
  aUrl,
  type Kind,
  type Kinds,
  kindProblems,
  oneOf,
  secrets,
  stringMatching,
} from './value-checks.js'

type Problems = readonly ConfigurationProblem[]

const storeMethods: Record<Exclude<keyof Store, 'location' | 'scope' | 'incrementAll'>, true> = {
  get: true,
  set: true,
  consume: true,
  increment: true,
  compareAndSet: true,
}

const aTrust: Kind = {
  must: "`true`, `false`, or an array of hosts such as 'app.example.com' or '*.preview.example.com'",
  holds: (value) =>
    typeof value === 'boolean' || (Array.isArray(value) && value.every((entry) => trustedHost(entry))),
}

const aLanguage: Kind = {
  must: "a language of 'authwright/languages', or a function that chooses one",
  holds: (value) => aFunction.holds(value) || isLanguage(value),
}

const optionKinds: Kinds<AuthOptions> = {
  secret: secrets,
  basePath: stringMatching('a path without `?`, `#` or spaces', /^[^?#\s]*$/),
  useSecureCookies: aBoolean,
  trustHost: aTrust,
  sessionAudience: stringMatching(
    '1 to 255 visible ASCII characters, such as the host of the site',
    /^[!-~]{1,255}$/,
  ),
  redirectProxyUrl: aUrl,
  debug: aBoolean,
  logger: anObject,
  theme: anObject,
  language: aLanguage,
  signOut: oneOf('local', 'provider'),
  lastUsed: aBoolean,
  store: { must: `a store, with ${Object.keys(storeMethods).join(', ')}`, holds: isStore },
  endSessionsWithStore: aBoolean,
  limits: anObject,
  clientAddress: aFunction,
  providerTokens: {
    must: "`{ place: 'cookie' }`, `{ place: 'database' }` or `{ place: 'database', encrypted: false }`",
    holds: isProviderTokens,
  },
  experimental: anObject,
  compat: oneOf('authjs'),
  skipCSRFCheck: {
    must: "the symbol `skipCSRFCheck` of 'authwright'",
    holds: (value) => value === skipCSRFCheck,
  },
}

function isProviderTokens(value: unknown): boolean {
  const { place, encrypted, ...others } = (value ?? {}) as Record<'place' | 'encrypted', unknown>
  if (Object.keys(others).length > 0) return false
  return place === 'database'
    ? encrypted === undefined || aBoolean.holds(encrypted)
    : place === 'cookie' && encrypted === undefined
}

const loggerKinds: Kinds<LoggerInstance> = { error: aFunction, warn: aFunction, debug: aFunction }

/** An empty string means the default colour. Examples of `next-auth` contain an empty string. */
const aColor: Kind = {
  must: "a colour in hexadecimal form, such as '#4338ca'",
  holds: (value) => value === '' || isHexColor(value),
}

const themeKinds: Kinds<Theme> = {
  name: stringMatching('a name of 1 to 80 characters on one line', /^[ -~\xa0-\u{10ffff}]{1,80}$/u),
  colorScheme: oneOf('auto', 'light', 'dark'),
  // Some templates set an empty string, which means no logo.
  logo: stringMatching('the URL of an image', /^\S*$/),
  brandColor: aColor,
  buttonText: aColor,
}

const experimentalKinds: Kinds<NonNullable<AuthOptions['experimental']>> = { enableWebAuthn: aBoolean }

const aLimit: Kind = {
  must: '`false`, or an object with `max` and `window`, integers greater than 0',
  holds: isLimit,
}

const limitKinds: Kinds<LimitsOptions> = {
  addressAndAccount: aLimit,
  address: aLimit,
  account: aLimit,
  global: aLimit,
  browser: aLimit,
  mailsPerRecipient: aLimit,
  mailsPerClient: aLimit,
  browsers: aLimit,
  mailsInTotal: aLimit,
  logoutTokens: aLimit,
  passwordLookups: aLimit,
}

const MAX_CACHE_SECONDS = 3600

function isCacheTime(value: unknown): boolean {
  return anInterval.holds(value) && Number(value) <= MAX_CACHE_SECONDS
}

/** A domain name that contains a dot and is not an IP address. */
const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?[.])+(?=[a-z0-9-]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

const sessionKinds: Kinds<Omit<SessionSpec, 'strategy'>> = {
  maxAge: aTime,
  updateAge: anInterval,
  absoluteMaxAge: aTime,
  generateSessionToken: aFunction,
  storeDevice: aBoolean,
  remember: aBoolean,
  endWithIdToken: aBoolean,
  maxSessions: {
    must: "an object with `count` (an integer greater than 0) and `onExceeded` ('revokeOldest' or 'reject')",
    holds: isMaxSessions,
  },
  // `sessionProblems` checks `domain`.
  domain: { must: '', holds: () => true },
  cookieCache: { must: 'an integer in seconds, from 0 to 3600', holds: isCacheTime },
  refresh: {
    must: 'an object with `every` (an integer in seconds from 1 to 3153600000) and `claims` (a function)',
    holds: isRefresh,
  },
  // Checks for `removeAll`, which an adapter and a `Store` do not have.
  sessionStore: {
    must: 'the result of `redisSessions({ client })`',
    holds: (value) => aFunction.holds((value as Partial<SessionStore> | null)?.removeAll),
  },
  update: aSchema,
}

function isMaxSessions(value: unknown): boolean {
  const {
    count,
    onExceeded = 'revokeOldest',
    ...others
  } = (value ?? {}) as Record<keyof MaxSessions, unknown>
  const isValid = onExceeded === 'revokeOldest' || onExceeded === 'reject'
  return isPositive(count) && isValid && Object.keys(others).length === 0
}

function isRefresh(value: unknown): boolean {
  const { every, claims } = (value ?? {}) as { every?: unknown; claims?: unknown }
  return aTime.holds(every) && aFunction.holds(claims)
}

const jwtKinds: Kinds<JwtOptions> = {
  claims: aSchema,
  secret: secrets,
  maxAge: aTime,
  encode: aFunction,
  decode: aFunction,
}

export function optionsProblems(options: AuthOptions): Problems {
  const { logger, theme, limits, experimental } = options
  return [
    ...kindProblems(options, optionKinds),
    // Unknown members are accepted, because the logger of a library may have more members.
    ...(isObject(logger) ? kindProblems(logger, loggerKinds, 'logger.') : []),
    ...membersProblems('theme option', 'theme', theme, themeKinds),
    ...membersProblems('limit', 'limits', limits, limitKinds),
    ...membersProblems('experimental option', 'experimental', experimental, experimentalKinds),
  ]
}

export function sessionProblems(session: Partial<SessionSpec>): Problems {
  const { domain } = session
  const isDomain = domain === undefined || (typeof domain === 'string' && DOMAIN.test(domain))
  return [
    ...kindProblems(session, sessionKinds, 'session.'),
    ...(isDomain ? [] : [ruleProblem('sessionDomain')]),
  ]
}

export function jwtProblems(jwt: JwtOptions): Problems {
  return kindProblems(jwt, jwtKinds, 'jwt.')
}

function membersProblems<Options extends object>(
  kind: string,
  option: string,
  members: Options | undefined,
  kinds: Kinds<Options>,
): Problems {
  if (!isObject(members)) return []
  return [...nameProblems(kind, members, Object.keys(kinds)), ...kindProblems(members, kinds, `${option}.`)]
}

function isStore(value: unknown): boolean {
  return Object.keys(storeMethods).every((name) =>
    aFunction.holds((value as Record<string, unknown> | null)?.[name]),
  )
}

function isLimit(value: unknown): boolean {
  const { max, window } = (value ?? {}) as Partial<Record<keyof Limit, unknown>>
  return value === false || (isPositive(max) && isPositive(window))
}

function isPositive(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0
}

function isObject<Value>(value: Value): value is Value & object {
  return anObject.holds(value)
}
