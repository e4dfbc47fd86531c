import {
  type CookieAttributes,
  type CookieOption,
  type CookiesOptions,
  cookieNames,
  hasHostPrefix,
  withoutPrefix,
} from '../options/cookies-options.js'
import { type ConfigurationProblem, problem, ruleProblem } from './configuration-error.js'
import type { Draft } from './draft.js'
import { nameProblems } from './name-problems.js'
import {
  aBoolean,
  anObject,
  aTime,
  inAnyCase,
  type Kinds,
  kindProblems,
  oneOf,
  stringMatching,
} from './value-checks.js'

type Problems = readonly ConfigurationProblem[]

const cookieKinds: Kinds<CookieOption> = {
  name: stringMatching('an ASCII name without spaces, `=`, `;` or `@`', /^[!-:<>?A-~]+$/),
  options: anObject,
}

/** Refuses all values for which `serializeCookie` would throw. */
const attributeKinds: Kinds<CookieAttributes> = {
  domain: stringMatching(
    "the name of a host, such as 'example.com'",
    /^\.?(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i,
  ),
  path: stringMatching('an ASCII path without `;` or `<`', /^\/[ -:=-~]*$/),
  secure: aBoolean,
  httpOnly: aBoolean,
  sameSite: inAnyCase(oneOf('lax', 'strict', 'none')),
  partitioned: aBoolean,
  priority: inAnyCase(oneOf('low', 'medium', 'high')),
  maxAge: aTime,
  expires: { must: 'a `Date`', holds: (value) => value instanceof Date && Number.isFinite(value.getTime()) },
}

export function cookiesProblems(cookies: CookiesOptions): Problems {
  const entries = Object.entries(cookies as Record<string, CookieOption | undefined>)
  return [
    ...nameProblems('cookie', cookies, Object.keys(cookieNames())),
    ...entries.flatMap(([name, cookie]) =>
      cookie === undefined ? [] : cookieProblems(`cookies.${name}`, cookie),
    ),
  ]
}

function cookieProblems(option: string, cookie: CookieOption): Problems {
  if (!anObject.holds(cookie)) return [problem('wrongType', `\`${option}\``, 'an object')]
  const { name, options } = cookie
  const attributes = anObject.holds(options) ? (options as CookieAttributes) : {}
  const { domain, path = '/', secure = true } = attributes
  const breaksPrefix = domain !== undefined || path !== '/' || !secure
  return [
    ...nameProblems('cookie option', cookie, Object.keys(cookieKinds)),
    ...kindProblems(cookie, cookieKinds, `${option}.`),
    ...nameProblems('cookie attribute', attributes, Object.keys(attributeKinds)),
    ...kindProblems(attributes, attributeKinds, `${option}.options.`),
    ...(breaksPrefix && hasHostPrefix(String(name)) ? [ruleProblem('hostPrefixedCookie')] : []),
  ]
}

type Role = keyof CookiesOptions

const suffixes: Readonly<Partial<Record<Role, RegExp>>> = {
  sessionToken: /-(actor|cache|last-used|remember)$/,
  failedForm: /-address$/,
  pendingMail: /-sign-up$/,
  providerSession: /-tokens$/,
}

export function cookieNameProblems({ cookies, options }: Draft): readonly ConfigurationProblem[] {
  const defaults = cookieNames(options.compat)
  const roles = Object.keys(defaults) as Role[]
  return roles.flatMap((role, index) => {
    const configured = cookies[role]?.name
    if (typeof configured !== 'string') return []
    const other = roles.find((otherRole, otherIndex) => {
      const otherName = withoutPrefix(String(cookies[otherRole]?.name ?? defaults[otherRole]))
      // Names have a prefix only over HTTPS, so the prefix is not compared.
      const name = withoutPrefix(configured)
      if (otherName === name && cookies[otherRole]?.name !== undefined) return otherIndex < index
      // A large cookie is stored in parts with the suffixes `.0`, `.1` and so on.
      const whole = name.replace(/[.]\d$/, '')
      const base = whole.replace(suffixes[otherRole] ?? '', '')
      return [name, whole, base].includes(otherName)
    })
    const must = `a name that does not collide with \`${other}\`, its parts or its suffixes`
    return other ? [problem('wrongType', `\`cookies.${role}.name\``, must)] : []
  })
}
