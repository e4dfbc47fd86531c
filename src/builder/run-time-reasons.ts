/** The sentences of the rules that are checked at run time too (`AuthConfigurationError`): every server loads them. */
export const runTimeReasons = {
  unknownName: 'There is no %s `%s`: did you mean %s?',
  wrongType: '%s must be %s.',
  notAProvider: 'Not a provider: call it, use `satisfies OAuthProvider`, or withId().',
  wideId:
    "A provider's id must be a string literal, such as 'github', not `string`: write it in place, add `as const`, or use withId('github', provider).",
  duplicateId: "Provider id '%s' is already registered: give this provider another id, such as '%s-2'.",
  noProvider: 'Add a provider with .provider() before .build(): no user can sign in without one.',
  providerAfterCallbacks:
    'Call .provider() before .callbacks() and .events(): they were typed for the providers added so far.',
  adapterAfterCallbacks:
    'Call .adapter() before .callbacks() and .events(): it changes the users and the session strategy they see.',
  wideStrategy: "Choose one strategy, 'jwt' or 'database', as a literal: callbacks are typed by it.",
  sessionAfterCallbacks:
    'Call .session() with `strategy` or `update` before .callbacks() and .events(): it changes what they see.',
  jwtAfterCallbacks: 'Call .jwt() before .callbacks() and .events(): it changes the token they see.',
  wideAdapter: 'The adapter may be `undefined`: choose between two configurations.',
  secondAdapter: 'An adapter is already set: call .adapter() once.',
  secondUsers: 'Users have one place: call .adapter() or .users(), and only once.',
  usersAfterCallbacks: 'Call .users() before .callbacks() and .events(): it changes the users they see.',
  usersLack: 'For %s, %s are stored, which .users() does not do: call .adapter() in its place.',
  secondTenant: 'A tenant is already set: call .tenant() once.',
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
  reservedField: "Sign-in uses `%s` itself: rename that field of '%s'.",
  jwtCallbackNeedsJwt:
    "Strategy 'database' has no token: leave out `jwt`, or call .session({ strategy: 'jwt' }) first.",
  authorizedNeedsNext:
    'The `authorized` callback works with Next.js only: check the session where it is used.',
  prefixNeedsSolidStart: 'The option `prefix` works with SolidStart only: use `basePath`.',
  baseNeedsSolidStart: 'The option `base` works with SolidStart only: leave it out.',
  relativePath: 'The path `%s` must start with `/`.',
  hostPrefixedCookie:
    'A cookie named `__Host-` must be secure, have the path `/` and no domain, or browsers refuse it.',
  sessionDomain:
    "The option `session.domain` must be a domain such as 'example.com': lower-case letters, no dot in front, no scheme, no port.",
  optionNeedsDatabase:
    "`%s` works with sessions in a database only: leave it out, or call .adapter() without strategy 'jwt'.",
  flowAfterCallbacks: 'Call .flow() before .callbacks() and .events(): it changes what they see.',
  signUpNeedsAdapter: 'Without an adapter no user is created: call .adapter() or .users() before .signUp().',
  optionNeedsJwt: "`%s` works with sealed sessions only: leave it out, or choose strategy 'jwt'.",
  emptySecret:
    'The option `secret` is empty: give it at least 32 random characters, or leave it to AUTH_SECRET.',
} as const

/** Names a rule that is checked at run time. */
export type RunTimeReasonCode = keyof typeof runTimeReasons

/** The sentence of a rule at run time, with its names filled in. */
export function sentence(code: RunTimeReasonCode, ...names: readonly string[]): string {
  let next = 0
  return runTimeReasons[code].replace(/%s/g, () => names[next++] ?? '')
}
