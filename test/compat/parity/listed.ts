/** An intended difference: the row of docs/migrating/auth-js-differences.md that explains it, and a pattern that finds it. */
export interface ListedDifference {
  /** The first cell of the row. */
  readonly row: string
  /** Matches the text of `textOf` for the difference. */
  readonly shows: RegExp
}

const unknownPath = 'an unknown path or method: 400 `"Bad request."`, or the error page'
const targetCookie = 'the callback URL is kept in a cookie'
const csrfCookie = 'the CSRF cookie is set by each request without one, and does not change'
const oneFlow = 'PKCE by default, one sign-in at a time per browser'
const missingCsrf = 'without a CSRF token: a redirect, or 400 from `/session`'
const providerFault = 'an error or invalid response of a provider is shown as `error=Configuration`'
const ownSlashes = '`/authsession` and `/auth/session/` are routes'
const callbackThrows = 'an exception in `jwt` or `session` signs the user out'
const outage = 'during a database outage, users seem to be signed out'
const params = 'the query of a sign-in request can contain any authorization parameter'
const badTarget = 'a callback URL that is not a URL: error page'
const conflictFirst = '`callbacks.signIn` also runs if the account belongs to another user'
const metadata = 'the signature of an ID token is not verified; metadata is fetched at each step'
const unverified = 'if linking by e-mail address is allowed, any e-mail address is enough'
const spent = 'a callback without the cookie of its sign-in, in a signed-in browser: error page'
const withTarget = 'an error in a sign-in leads to the sign-in page without the callback URL'
const forScripts = 'responses to scripts have `Location` beside `{ "url": … }`, except for errors'
const failedSignOut = 'a sign-out that fails reports no error, and deletes the cookie'
const wrongBody = 'a malformed body: 400 `"Bad request."`'

const head = '`HEAD` gets 400 `"Bad request."`'

const noReference = 'the error page has no reference to the log'

const listed = (row: string, ...shows: readonly RegExp[]): ListedDifference[] =>
  shows.map((each) => ({ row, shows: each }))

export const listedDifferences: readonly ListedDifference[] = [
  ...listed(
    'only `/session` and `/csrf` have `Cache-Control`',
    /\| cache-control: nothing → private, no-cache, no-store$/,
  ),
  ...listed('pages are sent as `text/html`', /\| content-type: text\/html → text\/html; charset=utf-8$/),

  ...listed(noReference, /\| location \?reference: nothing → [\w-]{8}$/),

  // Paths, methods and bodies.
  ...listed(
    unknownPath,
    /^(methods: .*|credentials: GET) \| allow: nothing → (GET|POST)(, HEAD)?(, POST)?$/,
    /\| status: 400 → 40[45]$/,
    /^(paths|methods|credentials): .*\| status: 302 → 40[45]$/,
    /\| body: "Bad request\." → \{"message":"(There is nothing at this URL|This URL does not accept that method)\."\}$/,
    /^(paths: GET \/callback|methods: POST \S+|credentials: GET) \| body: nothing → \{"message":"T/,
    /^(paths: GET \/callback|methods: POST (callback\/acme|csrf|providers|error|verify-request)|credentials: GET) \| location: \S+\/auth\/error → nothing$/,
    /^(paths: GET \/callback|methods: POST (callback\/acme|csrf|providers|error|verify-request)|credentials: GET) \| location \?error: Configuration → nothing$/,
    /^(paths: GET \/callback|methods: POST (csrf|providers|error|verify-request)|credentials: GET) \| content-type: nothing → application\/json$/,
  ),
  ...listed(
    head,
    /^methods: HEAD \S+ \| status: 400 → 200$/,
    /^methods: HEAD \S+ \| body: "Bad request\." → nothing$/,
    /^methods: HEAD \S+ \| content-type: application\/json → text\/html; charset=utf-8$/,
  ),
  ...listed(
    ownSlashes,
    /^paths: GET (session|\/session\/|\/csrf\/\/|\/\/session|\/signin\/\/\/) \| status: 200 → 404$/,
    /^paths: GET \S+ \| body: (null|page .*|\{"csrfToken":"<random>"\}) → \{"message":"There is nothing at this URL\."\}$/,
    /^paths: GET \/signin\/\/\/ \| content-type: text\/html → application\/json$/,
  ),
  ...listed(
    wrongBody,
    /^bodies: invalid JSON \| body: "Bad request\." → \{"message":"The request is malformed\."\}$/,
  ),
  ...listed('a body that is a JSON array counts as empty', /^bodies: a JSON array \| /),
  ...listed(
    '`GET /signin/:provider`: error page',
    /^pages: sign-in with a provider \| (location|location \?error|location \?callbackUrl): /,
  ),
  ...listed(
    'the error page has status 500 for `Configuration`, and 200 without a known code',
    /error\S* \| status: (200|500) → 400$/,
  ),
  ...listed(
    '`pages.error` receives `?error=undefined` if there is no code',
    /\| location \?error: undefined → nothing$/,
  ),

  // CSRF.
  ...listed(
    missingCsrf,
    /\| status: (302|400|200) → 403$/,
    /\| body url: nothing → https:\/\/app\.test\/auth\/signin$/,
    /\| body url \?error: nothing → MissingCSRF$/,
    /\| body url \?callbackUrl: nothing → https:\/\/app\.test\/$/,
    /\| location \?error: MissingCSRF → nothing$/,
    /^(methods: POST|csrf:|bodies:) .*\| location: https:\/\/app\.test\/auth\/signin → nothing$/,
    /^(methods: POST|csrf:|bodies:) .*\| content-type: nothing → application\/json$/,
    /^(methods: POST session|csrf: session .*) \| body: null → nothing$/,
  ),
  ...listed(
    csrfCookie,
    /\| cookie authjs\.csrf-token: nothing → set; __Host-authjs\.csrf-token; HttpOnly; Path=\/; SameSite=Lax; Secure$/,
    /\| cookie authjs\.csrf-token: set; .* → nothing$/,
  ),

  // Redirects.
  ...listed(
    targetCookie,
    /\| cookie authjs\.callback-url: set; .* → nothing$/,
    /\| (location|body url): https:\/\/app\.test\/inside → https:\/\/app\.test\/$/,
    /\| location \?callbackUrl: https:\/\/app\.test\/inside → https:\/\/app\.test\/$/,
    /\| body: page (\S+\(.*\) )?\/auth\/(callback\/credentials|signout)\(csrfToken( username password)?\) → page (\S+\(.*\) )?\/auth\/(callback\/credentials|signout)\(csrfToken callbackUrl( username password)?\)$/,
    /^a redirect callback: no target \| location: https:\/\/partner\.test\/in → https:\/\/app\.test\/$/,
  ),
  ...listed(
    '`callbacks.redirect` runs at each request with the cookie of the callback URL',
    /^a redirect callback: .*\| told: callbacks\.redirect, /,
  ),
  ...listed(
    badTarget,
    /^targets: sign-(in|out) to inside \| location: https:\/\/app\.test\/auth\/error → https:\/\/app\.test\/$/,
    /^targets: sign-(in|out) to inside \| (location \?error: Configuration → nothing|told: nothing → .*|cookie authjs\.session-token: nothing → .*)$/,
  ),
  ...listed(
    'a callback URL that leaves the site by `//` or `/\\` is appended to the origin',
    /^targets: .*\| location: https:\/\/app\.test\/\/evil\.test → https:\/\/app\.test\/$/,
  ),
  ...listed(
    'a callback URL that is only an origin gets no slash',
    /\| location \?callbackUrl: https:\/\/app\.test → https:\/\/app\.test\/$/,
  ),
  ...listed(withTarget, /\| location \?callbackUrl: nothing → https:\/\/app\.test\/$/),
  ...listed(
    forScripts,
    /, for a script \| location(: nothing → https:\/\/app\.test\/auth\/signin| \?\w+: nothing → \w+)$/,
  ),

  ...listed(
    "if `profile()` returns the id `'undefined'`, from `String()` of a missing id, all these users become one user",
    /^plain OAuth: a profile without an id \| (location|location \?error|told): /,
  ),
  ...listed(
    '`pages.signOut` does not receive the callback URL; it is in a cookie',
    /^own pages: sign-out with a target \| location \?callbackUrl: nothing → https:\/\/app\.test\/inside$/,
  ),

  // Options of providers.
  ...listed(
    '`authorization.params` of a provider can replace `client_id`, `redirect_uri` and `response_type`',
    /^parameters that the flow sets: begin \| location \?(client_id|redirect_uri|response_type): /,
  ),
  ...listed('`client_secret_jwt` is supported', /^client_secret_jwt: sign-in \| /),
  ...listed(
    '`wellKnown` and `token.request` are ignored; `userinfo.request` bypasses `customFetch`',
    /^a provider with token\.request: sign-in \| /,
  ),
  ...listed(
    'if `profile()` throws, the browser is redirected to `<callback URL>/signin`',
    /^a profile that throws: sign-in \| location( \?\w+)?: /,
  ),
  ...listed(
    '`callbacks.signIn` allows a sign-in with any truthy value',
    /^a truthy result of the signIn callback: sign-in \| /,
  ),

  // Flows.
  ...listed(
    oneFlow,
    /\| cookie authjs\.(state|nonce|pkce\.code_verifier): (set|removed); .* → nothing$/,
    /\| cookie authwright\.flow: nothing → (set|removed); __Host-authwright\.flow; HttpOnly; Max-Age=\d+; Path=\/; SameSite=Lax; Secure$/,
    /: begin.* \| (location|body url) \?(state|nonce): nothing → <random>$/,
  ),
  ...listed(
    params,
    /^OpenID Connect: begin with parameters \| location \?(client_id: evil → client|custom: 1 → nothing|scope: openid → openid profile email)$/,
  ),
  ...listed(
    metadata,
    /^OpenID Connect: a wrong signature \| /,
    /^OpenID Connect: a provider that does not respond \| location/,
  ),
  ...listed(
    '`InvalidCheck` is shown as `error=Configuration`',
    /\| location \?error: Configuration → InvalidCheck$/,
    /^(methods: GET callback\/acme|OpenID Connect: a callback (of an unknown flow|without parameters)|OpenID Connect with every check: the same callback twice) \| location: \S+\/auth\/error → \S+\/auth\/signin$/,
  ),
  ...listed(
    providerFault,
    /\| location \?error: Configuration → (?:OAuthCallbackError|OAuthUnavailable)$/,
    /: (a wrong (code|issuer|nonce)|a token .*) \| location: \S+\/auth\/error → \S+\/auth\/signin$/,
  ),
  ...listed(
    spent,
    /^OpenID Connect with every check: (a wrong|no) state \| location: \S+\/auth\/error → https:\/\/app\.test\/auth\/signin$/,
  ),

  // Accounts.
  ...listed(
    'a sign-in by a signed-in user links the account to that user',
    /^another account while signed in: complete sign-in \| told/,
  ),
  ...listed(
    conflictFirst,
    /^accounts: .*\| told: callbacks\.signIn → nothing$/,
    /^accounts: (refused|redirected) by the application \| location/,
  ),
  ...listed(
    '`events.createUser` runs when an account is linked by e-mail address',
    /^linking by e-mail: a known e-mail address \| told: callbacks\.signIn, events\.createUser, .* → callbacks\.signIn, events\.linkAccount, events\.signIn$/,
  ),
  ...listed(unverified, /^linking by e-mail: an unverified e-mail address \| /),

  ...listed(
    'a refused credentials form is shown empty',
    /\| cookie authwright\.failed-form: nothing → set; __Host-authwright\.failed-form; HttpOnly; Max-Age=60; /,
  ),

  ...listed(
    'attempts to sign in with credentials are not limited',
    /\| cookie authwright\.browser: nothing → set; __Host-authwright\.browser; HttpOnly; Max-Age=15552000; /,
  ),

  // Sessions.
  ...listed(
    'a JWT is issued again on every read',
    /^(credentials|a redirect callback|session tokens|accounts|OpenID Connect|plain OAuth): .*\| cookie authjs\.session-token: set; __Secure-authjs\.session-token; Expires; .* → nothing$/,
  ),
  ...listed(
    'a session cookie is set again at each read',
    /^(sessions in the database|linking by e-mail|mail): .*\| cookie authjs\.session-token: set; __Secure-authjs\.session-token; Expires; .* → nothing$/,
  ),
  ...listed(
    callbackThrows,
    /a (jwt|session) callback that throws \| (status: 200 → 500|body: null → \{"message":"The session could not be read\."\})$/,
    /^session tokens: a (jwt|session) callback that throws \| cookie authjs\.session-token: removed; .* → nothing$/,
  ),
  ...listed(
    outage,
    /: a database that is down \| (status: (200|302) → 503|content-type: nothing → application\/json|location( \?error)?: .* → nothing|retry-after: nothing → 5|body: null → \{"message":"The session could not be read\."\})$/,
  ),
  ...listed(failedSignOut, /^sessions in the database: sign-out while the database is down \| /),
  ...listed(
    '`POST /session` without a session: 200',
    /^session tokens: update without a session \| status: 200 → 401$/,
  ),

  // Mail.
  ...listed(
    targetCookie,
    /^mail: sign-in page \| body: page .*\/auth\/signin\/mail\(csrfToken email\) → page .*\/auth\/signin\/mail\(csrfToken callbackUrl email\)$/,
  ),
  ...listed(
    'an e-mail link is used up by the first request that opens it',
    /^mail: request for a mail.* \| cookie authwright\.mail: nothing → set; __Host-authwright\.mail; HttpOnly; Max-Age=\d+; Path=\/; SameSite=Lax; Secure$/,
    /^mail: link.* \| cookie authwright\.mail: nothing → removed; /,
    /^mail: an unknown link \| body: nothing → page \/auth\/callback\/mail\(csrfToken callbackUrl email token\)$/,
    /^mail: an unknown link \| (content-type: nothing → text\/html|location: \S+\/auth\/error → nothing|location \?error: Verification → nothing|status: 302 → 200)/,
  ),
  ...listed(
    'the text before the first comma counts as the e-mail address',
    /^mail: (no|an invalid) e-mail address \| body url \?error: nothing → InvalidEmailAddress$/,
    /^mail: (no|an invalid) e-mail address \| (content-type: nothing → application\/json|location: \S+\/auth\/error → nothing|location \?error: Configuration → nothing|status: 302 → 400)$/,
  ),
  ...listed(
    'a link without an e-mail address signs in the user of its token',
    /^mail: a link without parameters \| location \?error: Configuration → Verification$/,
  ),
]
