/**
 * Every sentence that a wrong configuration is answered with, at compile time (the checks in `rules/`)
 * and at run time (`AuthConfigurationError`). Each `%s` is filled in with a name. The page of a code is
 * `docs/rules/<code>.md`.
 */
export const reasons = {
  unknownName: 'There is no %s `%s`: did you mean %s?',
  wrongType: '%s must be %s.',
  notAProvider: 'Not a provider: call the function, or use `satisfies OAuthProvider`.',
  wideId:
    "A provider's id must be a string literal, such as 'github', not `string`: write it in place or add `as const`.",
  duplicateId: "Provider id '%s' is already registered: give this provider an id of its own, such as '%s-2'.",
  noProvider: 'Add a provider with .provider() before .build(): without one nobody can sign in.',
  providerAfterCallbacks:
    'Call .provider() before .callbacks() and .events(): they were typed for the providers added so far.',
  adapterAfterCallbacks:
    'Call .adapter() before .callbacks() and .events(): it changes the users and the session strategy they see.',
  wideStrategy: "Choose one strategy, 'jwt' or 'database', as a literal: callbacks are typed by it.",
  sessionAfterCallbacks:
    'Call .session() with `strategy` or `update` before .callbacks() and .events(): it changes what they see.',
  jwtAfterCallbacks: 'Call .jwt() before .callbacks() and .events(): it changes the token they see.',
  wideAdapter:
    'An adapter must not be `undefined`, for callbacks are typed by it: choose between two finished configurations.',
  secondAdapter: 'An adapter is already set: call .adapter() once.',
  databaseNeedsAdapter:
    "Strategy 'database' keeps sessions in a database: call .adapter() before .build(), or choose strategy 'jwt'.",
  adapterLacks: 'The adapter lacks methods that %s needs: %s.',
  emailNeedsAdapter: "The e-mail provider '%s' stores sign-in links: call .adapter() before .build().",
  webauthnNeedsAdapter: "The WebAuthn provider '%s' stores authenticators: call .adapter() before .build().",
  webauthnIsExperimental:
    "The WebAuthn provider '%s' is experimental: call .options({ experimental: { enableWebAuthn: true } }).",
  secondConditionalUi:
    'Only one WebAuthn provider can offer passkeys in form fields: give this one `enableConditionalUI: false`.',
  endpointsMissing:
    "Provider '%s' cannot be reached: give it an `issuer`, or all of `authorization`, `token` and `userinfo`.",
  issuerMissing:
    "OpenID Connect provider '%s' needs an `issuer`: give it one, or `issuer: undefined` to take it from the environment.",
  reservedField: "Sign-in uses `%s` itself: rename that field of '%s'.",
  credentialsUserNotStored:
    "With strategy 'database', `authorize` of '%s' must return a user of the adapter: look it up, or choose strategy 'jwt'.",
  jwtCallbackNeedsJwt:
    "Strategy 'database' has no token: leave out `jwt`, or call .session({ strategy: 'jwt' }) first.",
  lazyCallbacks:
    'Return createAuth({ … }) in place of a bare object: the callbacks of the object could not be typed.',
  callbackOrder: 'Write `%s` before `%s`: callbacks are read in the order in which they are written.',
  claimsChanged:
    '.jwt({ claims }) reads each token anew, so it must accept what it returns: change no type in the schema.',
  claimsMissing:
    '.jwt({ claims }) asks for the claim `%s`, which no token has: return it from the `jwt` callback.',
  sessionFieldsMissing:
    '`Session` declares the field `%s`, which no session has: return it from the `session` callback.',
  authorizedNeedsNext:
    'The `authorized` callback works with Next.js only: check the session where it is used.',
  prefixNeedsSolidStart: 'The option `prefix` works with SolidStart only: use `basePath`.',
  baseNeedsSolidStart: 'The option `base` works with SolidStart only: leave it out.',
  relativePath: 'The path `%s` must start with `/`.',
  hostPrefixedCookie:
    'A cookie named `__Host-` must be secure, have the path `/` and no domain, or browsers refuse it.',
  emptySecret:
    'The option `secret` is empty: give it at least 32 random characters, or leave it to AUTH_SECRET.',
} as const

/** Names a rule that a configuration can break. */
export type ReasonCode = keyof typeof reasons

type Fill<Text extends string, Name extends string> = Text extends `${infer Before}%s${infer After}`
  ? `${Before}${Name}${After}`
  : Text

/** The sentence of a rule that names nothing. */
export type Reason<Code extends ReasonCode> = (typeof reasons)[Code]

/** The sentence of a rule, with its one or two names filled in. */
export type NamedReason<Code extends ReasonCode, First extends string, Second extends string = ''> = Fill<
  Fill<(typeof reasons)[Code], First>,
  Second
>

/** The sentence of a rule at run time, with its names filled in. */
export function sentence(code: ReasonCode, ...names: readonly string[]): string {
  let next = 0
  return reasons[code].replace(/%s/g, () => names[next++] ?? '')
}
