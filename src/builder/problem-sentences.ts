import { localServerReasons } from '../providers/kinds/dev-problem-sentences.js'

/** The sentences of the rules that steps check themselves. Every server loads them. */
export const stepReasons = {
  wrongType: '%s must be %s.',
  jwtAfterCallbacks: 'Call .jwt() before .callbacks() and .events(): it changes the type of their token.',
  flowAfterCallbacks: 'Call .flow() before .callbacks() and .events(): their types depend on it.',
  secondTenant: 'A tenant is already set: call .tenant() once.',
  authorizedNeedsNext:
    'The `authorized` callback works with Next.js only: check the session where it is used.',
  prefixNeedsSolidStart: 'The option `prefix` works with SolidStart only: use `basePath`.',
  apiNameTaken:
    'A feature adds the method `%s`, which exists already: rename the method, or use only one feature that adds it.',
  lazyApi:
    "Call .use() with the feature '%s' on the result of createAuth(), not inside its function: the function runs too late to add methods.",
  appBasePathNeedsSolidStart: 'The option `appBasePath` works with SolidStart only: leave it out.',
} as const

/** The sentences of the other rules that are checked at run time. A bundle without checks does not contain them. */
export const checkReasons = {
  unknownName: 'There is no %s `%s`: did you mean %s?',
  notAProvider: 'Not a provider: call a function such as github() or oidc(), or wrap an object in withId().',
  wideId:
    "A provider's id must be a string literal, such as 'github', not `string`: write it in place, add `as const`, or use withId('github', provider).",
  duplicateId: "Provider id '%s' is already registered: give this provider another id, such as '%s-2'.",
  noProvider: 'Add a provider with .provider() before .build(): no user can sign in without one.',
  providerAfterCallbacks:
    'Call .provider() before .callbacks() and .events(): their types depend on the providers.',
  adapterAfterCallbacks:
    'Call .adapter() before .callbacks() and .events(): their types depend on the adapter.',
  wideStrategy: "Set `strategy` to the literal 'jwt' or 'database': the types of callbacks depend on it.",
  sessionAfterCallbacks:
    'Call .session() with `strategy` or `update` before .callbacks() and .events(): their types depend on it.',
  wideAdapter: 'The adapter may be `undefined`: write one configuration per case.',
  secondAdapter: 'An adapter is already set: call .adapter() once.',
  secondUsers: 'Users are stored in one place: call either .adapter() or .users(), once.',
  usersAfterCallbacks: 'Call .users() before .callbacks() and .events(): it changes the type of their users.',
  usersLack: '.users() does not work with %s, because it does not store %s: call .adapter() instead.',
  databaseNeedsAdapter:
    "Strategy 'database' stores sessions in a database: call .adapter() before .build(), or choose strategy 'jwt'.",
  adapterLacks: 'The adapter lacks methods that %s needs: %s.',
  emailNeedsAdapter: "The e-mail provider '%s' stores sign-in links: call .adapter() before .build().",
  passwordNeedsAdapter: 'password() stores passwords: call .adapter() before .build().',
  passwordNeedsMail:
    'password() sends mails: add an e-mail provider such as nodemailer(), or pass `send` to password().',
  secondPassword: 'A user has one password: call .provider(password()) once.',
  webauthnNeedsAdapter: "The WebAuthn provider '%s' stores authenticators: call .adapter() before .build().",
  webauthnIsExperimental:
    "The WebAuthn provider '%s' is experimental: call .options({ experimental: { enableWebAuthn: true } }).",
  secondConditionalUi:
    'Only one WebAuthn provider can offer passkeys in form fields: give this one `enableConditionalUI: false`.',
  endpointsMissing:
    "Provider '%s' lacks endpoints: give it an `issuer`, or all of `authorization`, `token` and `userinfo`.",
  reservedField: "The field `%s` is reserved: rename that field of '%s'.",
  jwtCallbackNeedsJwt:
    "Strategy 'database' has no token: leave out `jwt`, or call .session({ strategy: 'jwt' }) first.",
  relativePath: 'The path `%s` must start with `/`.',
  hostPrefixedCookie:
    'A cookie with the prefix `__Host-` must be secure, have the path `/` and no domain, or browsers refuse it.',
  sessionDomain:
    "The option `session.domain` must be a domain such as 'example.com': lower-case letters, no dot in front, no scheme, no port.",
  optionNeedsDatabase:
    "`%s` works with strategy 'database' only: leave it out, or call .adapter() without strategy 'jwt'.",
  signUpNeedsAdapter: 'Without an adapter no user is created: call .adapter() or .users() before .signUp().',
  optionNeedsJwt: "`%s` works with strategy 'jwt' only: leave it out, or choose that strategy.",
  emptySecret:
    'The option `secret` is empty: give it at least 32 random characters, or leave it out and set AUTH_SECRET.',
} as const

export type StepReasonCode = keyof typeof stepReasons

export type RunTimeReasonCode = StepReasonCode | keyof typeof checkReasons

export function filledIn(sentence: string, names: readonly string[]): string {
  let next = 0
  return sentence.replace(/%s/g, () => names[next++] ?? '')
}

/** The sentences of the rules that only TypeScript checks. Servers do not load them. */
const compileTimeReasons = {
  credentialsUserNotStored:
    "With strategy 'database', `authorize` of '%s' must return a user of the adapter: look up the user, or choose strategy 'jwt'.",
  profileFieldUnknown:
    "`profile` of '%s' returns `%s`, but the adapter has no such user column: correct the name, or declare the column.",
  profileValueRefused:
    "`profile` of '%s' returns the wrong type for the column `%s`: return its type, with `as const` for literals.",
  signUpFieldUnknown:
    'A sign-up of password() has the field `%s`, but the adapter has no such user column: correct the name, or declare the column.',
  signUpValueRefused:
    'The field `%s` of password() does not have the type of its column: change the schema, or make the field `required`.',
  signUpFieldMissing:
    'The column `%s` has no default: give it one, or add the field to `signUp` of password().',
  lazyCallbacks: 'Return createAuth({ … }) instead of a bare object: its callbacks would have no types.',
  lazyBuilt: 'The function returns the result of .build(): leave out .build() inside the function.',
  lazyForeign:
    'The function returns a builder of another entry point: import `createAuth` from the same module in both places.',
  providersNotArray: '`providers` must be an array: put brackets around the provider.',
  callbackOrder:
    'Write `%s` before `%s`, and move a generic function to a separate .callbacks(): TypeScript reads callbacks in this order.',
  sessionParams:
    'The declared parameter types of the `session` callback are wrong: declare the type that `jwt` returns, or leave out the types.',
  claimUnknown: 'Return { ...token, … }, or declare .jwt({ claims })',
  updateUnchecked: 'Validate it with .session({ update })',
  sessionIncomplete:
    'The `session` callback must return the session in every branch: return { ...session, … }.',
  jwtUndefined:
    'The `jwt` callback may return `undefined`: return the token in every branch, or `null` to end the session.',
  signInUndefined:
    'The `signIn` callback may return `undefined` or `null`: return true or false in every branch, for example with `?? false`.',
  authorizedUndefined:
    'The `authorized` callback may return `undefined`, `null` or another value: return true, false or a `Response` in every branch, for example with `?? false`.',
  claimsChanged:
    '.jwt({ claims }) validates the token at every read, so the schema must accept its own output: do not convert types in it.',
  claimsMissing:
    '.jwt({ claims }) requires the claim `%s`, but tokens do not contain it: return it from the `jwt` callback.',
  sessionFieldsMissing:
    '`Session` declares the field `%s`, but sessions do not contain it: return it from the `session` callback.',
  sessionFieldUndefined:
    '`Session` declares `%s`, which may be `undefined`: give it a default with `??`, or require the claim with .jwt({ claims }).',
  sessionFieldNull:
    '`Session` declares `%s`, which may be `null`: give it a default with `??`, or declare it with `| null`.',
  sessionFieldType:
    '`Session` declares `%s` with another type than `session` returns: return the declared type, or declare the returned one.',
  sessionHoldsTokens:
    'The session field `%s` contains tokens of a provider, and the browser can read it: call the API on the server, and return only the data that the page needs.',
  tokensNeedAdapter:
    "Tokens of providers are not stored: call .adapter(), or .options({ providerTokens: { place: 'cookie' } }), before .build().",
  accountsNeedAdapter: 'Accounts of users are stored by an adapter: call .adapter() before .build().',
  passwordsNeedProvider: 'Passwords are stored by password(): call .provider(password()) before .build().',
  notAnInstance:
    'A client takes its types from the result of .build(): pass `typeof` of that result to `Register`, or as the type parameter.',
} as const

type Reasons = typeof stepReasons &
  typeof checkReasons &
  typeof compileTimeReasons &
  typeof localServerReasons

/** The sentences of all rules. Each `%s` is replaced with a name. The page of a rule is `docs/rules/<code>.md`. */
export const reasons: { readonly [Code in keyof Reasons]: Reasons[Code] } = /* @__PURE__ */ Object.assign(
  {},
  stepReasons,
  checkReasons,
  compileTimeReasons,
  localServerReasons,
)

/** The code of a rule. */
export type ReasonCode = keyof typeof reasons

type Fill<Text extends string, Name extends string> = Text extends `${infer Before}%s${infer After}`
  ? `${Before}${Name}${After}`
  : Text

/** The sentence of a rule without `%s`. */
export type Reason<Code extends ReasonCode> = (typeof reasons)[Code]

export type NamedReason<Code extends ReasonCode, First extends string, Second extends string = ''> = Fill<
  Fill<(typeof reasons)[Code], First>,
  Second
>

/** Fills in all names at once. Otherwise the type would depend on a name that TypeScript does not know yet. */
export type Listed<
  Code extends ReasonCode,
  First extends string,
  Second extends string,
  Third,
> = (typeof reasons)[Code] extends `${infer Before}%s${infer Between}%s${infer Then}%s${infer After}`
  ? `${Before}${First}${Between}${Second}${Then}${Third & string}${After}`
  : never
