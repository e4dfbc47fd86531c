/** The sentences of the rules that only the compiler checks: no server loads them. */
export const compileTimeReasons = {
  credentialsUserNotStored:
    "With strategy 'database', `authorize` of '%s' must return a user of the adapter: look it up, or choose strategy 'jwt'.",
  profileFieldUnknown:
    "`profile` of '%s' returns `%s`, which no user of the adapter has: correct the name, or declare the column.",
  profileValueRefused:
    "`profile` of '%s' returns a `%s` that its column does not take: return its type, a literal by `as const`.",
  lazyCallbacks:
    'Return createAuth({ … }) in place of a bare object: the callbacks of the object could not be typed.',
  lazyBuilt: 'The function returns what .build() returned: leave out .build() inside the function.',
  lazyForeign:
    'The function returns a builder of another entry: import both `createAuth` from the same module.',
  providersNotArray: '`providers` must be an array: put brackets around the provider.',
  callbackOrder:
    'Write `%s` before `%s`, and a generic function in a separate .callbacks(): callbacks are typed in the order in which they are written.',
  sessionParams:
    'The `session` callback declares parameters that it is not given: declare what `jwt` returns, or leave out the types.',
  claimUnknown: 'Declare claims: .jwt({ claims })',
  updateUnchecked: 'Check it by .session({ update })',
  sessionIncomplete:
    'The `session` callback must return the session in every branch: return { ...session, … }.',
  jwtUndefined:
    'The `jwt` callback may return `undefined`: return the token in every branch, or `null` to end the session.',
  signInUndefined:
    'The `signIn` callback may return `undefined`: return true or false in every branch, for example by `?? false`.',
  claimsChanged:
    '.jwt({ claims }) reads each token anew, so it must accept what it returns: change no type in the schema.',
  claimsMissing:
    '.jwt({ claims }) requires the claim `%s`, which no token has: return it from the `jwt` callback.',
  sessionFieldsMissing:
    '`Session` declares the field `%s`, which no session has: return it from the `session` callback.',
  sessionFieldUndefined:
    '`Session` declares `%s`, which may be `undefined`: give it a default by `??`, or require the claim by .jwt({ claims }).',
  sessionFieldType:
    '`Session` declares `%s` with another type than `session` returns: return the declared type, or declare the returned one.',
  sessionHoldsTokens:
    'The browser reads the session, and its field `%s` has tokens of a provider: call the API on the server, and return what is shown.',
  tokensNeedAdapter:
    "Tokens of providers have no place: call .adapter(), or .options({ tokens: 'cookie' }), before .build().",
  accountsNeedAdapter: 'Accounts of users are kept by an adapter: call .adapter() before .build().',
  notAnInstance:
    'A client is typed by what .build() returns: give `Register`, or the type parameter, `typeof auth` of that.',
} as const
