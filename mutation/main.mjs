/*
 * Mutation testing: changes one place of the code at a time, and expects a test to fail for each change.
 *
 *   npm run mutation -- redirects    one area; the names are below
 *   npm run mutation -- redirects src/runtime/core/http/redirects.ts:20-40    these lines of it
 *   npm run mutation -- redirects --tests test/core/http/redirects.test.ts    only some of its tests, which is faster
 *
 * The changes that no test notices are printed, and fail the command if they are more than a tenth. A complete report is in temp/mutation/.
 */
import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'

/** The files in a folder of the runtime. Default: all. */
const files = (/** @type {string} */ folder, names = readdirSync(`src/runtime/${folder}`)) =>
  names.map((name) => `src/runtime/${folder}/${name}`)

/** @type {Readonly<Record<string, { mutate: readonly string[], tests: readonly string[] }>>} */
const areas = {
  redirects: {
    mutate: ['src/runtime/core/http/redirects.ts', 'src/runtime/core/config/sign-in-callbacks.ts'],
    tests: [
      'test/core/config/{redaction,redirect-callback}.test.ts',
      'test/core/http/redirects.test.ts',
      'test/core/routes/below-a-path.test.ts',
    ],
  },
  csrf: {
    mutate: [
      'src/runtime/api/same-site.ts',
      'src/runtime/core/http/csrf-tokens.ts',
      'src/runtime/core/http/cross-site-check.ts',
      'src/runtime/core/routes/csrf.ts',
    ],
    tests: [
      'test/core/http/csrf.test.ts',
      'test/core/login/sign-out.node.test.ts',
      'test/features/accounts/account-management.node.test.ts',
      'test/features/credentials/credentials-sign-in.test.ts',
    ],
  },
  origin: {
    mutate: ['src/runtime/core/http/trusted-hosts.ts'],
    tests: ['test/core/http/{host-of-configuration,trusted-hosts}.test.ts'],
  },
  'single-use': {
    mutate: ['src/runtime/core/storage/single-use.ts', 'src/runtime/features/oauth/flow-lifecycle.ts'],
    tests: [
      'test/core/storage/single-use.test.ts',
      'test/core/routes/lost-responses.test.ts',
      'test/features/oauth/{flow,flow-binding,redirect-proxy}.test.ts',
    ],
  },
  limits: {
    mutate: files('core/limits', [
      'attempt-counts.ts',
      'attempts.ts',
      'counter.ts',
      'folded-name.ts',
      'known-browsers.ts',
      'limit-keys.ts',
      'default-limits.ts',
      'global-limit.ts',
    ]),
    tests: [
      'test/core/limits/{client-address,default-limits,sign-in-limits}.test.ts',
      'test/core/limits/{tenant-limits,unknown-address}.node.test.ts',
      'test/features/email/email-sign-in.test.ts',
      'test/features/email/first-verification.node.test.ts',
    ],
  },
  'client-address': {
    mutate: ['src/runtime/core/limits/client-address.ts'],
    tests: ['test/core/limits/client-address.test.ts', 'test/core/limits/unknown-address.node.test.ts'],
  },
  'mail-limits': {
    mutate: ['src/runtime/features/email/mail-counts.ts'],
    tests: [
      'test/core/limits/{tenant-limits,unknown-address}.node.test.ts',
      'test/features/email/mail-limits.node.test.ts',
      'test/features/passwords/sign-up.node.test.ts',
    ],
  },
  mailboxes: {
    mutate: ['src/runtime/features/email/same-mailbox.ts'],
    tests: ['test/features/email/same-mailbox.test.ts'],
  },
  sessions: {
    mutate: files('core/sessions', ['recent-sign-in.ts', 'remember-cookie.ts', 'session-lifetime.ts']),
    tests: [
      'test/core/config/one-line-a-cause.test.ts',
      'test/core/login/linking.node.test.ts',
      'test/core/sessions/recent-sign-in.node.test.ts',
      'test/core/sessions/{remember-cookie,session-end,session-extension,session-updates}.test.ts',
      'test/features/claims-refresh/claims-refresh.test.ts',
      'test/features/guest-pass/guest-pass.test.ts',
      'test/features/passwords/first-password.node.test.ts',
    ],
  },
  revocations: {
    mutate: files('core/sessions', ['revocations.ts']),
    tests: [
      'test/adapters/redis-sessions/claims.test.ts',
      'test/api/sessions-of-users.test.ts',
      'test/core/login/linking.node.test.ts',
      'test/core/sessions/{revocation,secret-rotation,session-end}.test.ts',
      'test/core/storage/{emptied-store,store-pressure}.node.test.ts',
      'test/features/oidc/backchannel-logout.node.test.ts',
    ],
  },
  'id-token': {
    mutate: files('features/oidc', ['id-token.ts', 'id-and-logout-token-checks.ts']),
    tests: [
      'test/features/oidc/backchannel-logout.node.test.ts',
      'test/features/oidc/{client-secret-mac,id-token,id-token-form,id-and-logout-token-checks}.test.ts',
    ],
  },
  issuer: {
    mutate: files('features/oidc', ['account-id.ts', 'issuer.ts', 'issuer-aliases.ts']),
    tests: [
      'test/features/oidc/{discovery,token-issuer}.test.ts',
      'test/providers/microsoft-entra-id.test.ts',
    ],
  },
  signature: {
    mutate: files('features/oidc', ['signature.ts']),
    tests: ['test/features/oidc/{client-secret-mac,id-token,id-token-signature,openid-foundation}.test.ts'],
  },
  login: {
    mutate: files('core/login', [
      'admission.ts',
      'ended-sign-ins.ts',
      'identity.ts',
      'link-to-session.ts',
      'login.ts',
      'sealed-users.ts',
      'sign-up.ts',
      'stable-id.ts',
    ]),
    tests: [
      'test/core/config/{callback-order,redaction}.test.ts',
      'test/core/limits/sign-in-limits.test.ts',
      'test/core/login/*.test.ts',
      'test/core/sessions/recent-sign-in.node.test.ts',
      'test/core/sessions/{remember-cookie,session-end,session-metadata}.test.ts',
    ],
  },
  'database-login': {
    mutate: files('features/database', [
      'account-linking.ts',
      'passkey-claim.ts',
      'first-login.ts',
      'first-verification.ts',
    ]),
    tests: [
      'test/core/config/callback-order.test.ts',
      'test/core/login/{flow-data,linking,profiles,races,sign-up}.node.test.ts',
      'test/core/login/login.test.ts',
      'test/core/storage/shared-adapter.node.test.ts',
      'test/features/accounts/removed-accounts.node.test.ts',
      'test/features/database/{concurrent-first-sign-ins,database,first-sign-in}.node.test.ts',
      'test/features/database/faults.test.ts',
      'test/features/email/{concurrent-first-mails,email,first-verification}.node.test.ts',
      'test/features/email/email-sign-in.test.ts',
      'test/features/passkeys/{interrupted-sign-up,passkeys-of-tenants,stored-passkeys,webauthn}.node.test.ts',
      'test/features/passwords/{sign-up,sign-up-fields,verify}.node.test.ts',
      'test/features/tokens/account-revocation.node.test.ts',
    ],
  },
  impersonation: {
    mutate: files('features/impersonation'),
    tests: ['test/features/impersonation/*.test.ts'],
  },
  'account-removal': {
    mutate: files('features/accounts', [
      'removal-lock.ts',
      'remove-sign-in-method.ts',
      'user-sign-in-methods.ts',
    ]),
    tests: [
      'test/features/accounts/*.test.ts',
      'test/features/passkeys/stored-passkeys.node.test.ts',
      'test/features/passwords/account-section.node.test.ts',
    ],
  },
  passkeys: {
    mutate: files('features/passkeys', [
      'begin-ceremony.ts',
      'decoys.ts',
      'finish-ceremony.ts',
      'user-verification.ts',
    ]),
    tests: ['test/features/passkeys/*.test.ts'],
  },
  'password-reset': {
    mutate: files('features/passwords', [
      'password-reset.ts',
      'password-rows.ts',
      'replace-and-end-sessions.ts',
      'set-change-remove.ts',
    ]),
    tests: [
      'test/features/passwords/{account-section,change-mail,first-password,mail-pages}.node.test.ts',
      'test/features/passwords/{password-changes,password-methods}.node.test.ts',
    ],
  },
  'password-sign-up': {
    mutate: files('features/passwords', [
      'finish-sign-up.ts',
      'pending-sign-up.ts',
      'sign-up-link.ts',
      'sign-up-password.ts',
    ]),
    tests: ['test/features/passwords/{mail-pages,sign-up,sign-up-cookie,sign-up-fields}.node.test.ts'],
  },
  'email-links': {
    mutate: files('features/email', [
      'double-click.ts',
      'earlier-logins.ts',
      'newest-link.ts',
      'sign-in-code.ts',
      'sign-in-link.ts',
    ]),
    tests: ['test/features/email/*.test.ts'],
  },
}

const {
  positionals: [name = '', ...lines],
  values: { tests },
} = parseArgs({ allowPositionals: true, options: { tests: { type: 'string', multiple: true } } })
const area = areas[name]
if (!area) {
  console.error(`There is no area "${name}". The areas are ${Object.keys(areas).join(', ')}.`)
  process.exit(1)
}

/** Name of the report. */
const report = lines.length > 0 ? `${name}-lines` : name

const packages = new URL('node_modules/@stryker-mutator/', import.meta.url)
const { Stryker } = await import(new URL('core/dist/src/index.js', packages).href)
const { allMutators } = await import(new URL('instrumenter/dist/src/mutators/mutate.js', packages).href)

// StrykerJS does not change numbers. This mutator adds changes by one, to find untested limits.
allMutators.push({
  name: 'Number',
  *mutate(/** @type {any} */ { node, parent }) {
    if (node.type !== 'NumericLiteral' || parent.type.startsWith('TS')) return
    for (const by of [-1, 1]) yield { type: 'NumericLiteral', value: node.value + by }
  },
})

// Log messages and error messages need no tests.
const strings = allMutators.find((/** @type {any} */ { name }) => name === 'StringLiteral')
const isLogged = (/** @type {any} */ path) =>
  path.findParent(
    (/** @type {any} */ { node }) =>
      node.type === 'ThrowStatement' ||
      (node.type === 'CallExpression' &&
        /^(?:warn|warnOnce|error|debug)$/.test(node.callee.property?.name ?? node.callee.name)),
  )
const { mutate } = strings
strings.mutate = (/** @type {any} */ path) => (isLogged(path) ? [] : mutate(path))

// The metadata of debug messages needs no tests, either.
const objects = allMutators.find((/** @type {any} */ { name }) => name === 'ObjectLiteral')
const { mutate: mutateObject } = objects
objects.mutate = (/** @type {any} */ path) =>
  path.parent.callee?.property?.name === 'debug' ? [] : mutateObject(path)

process.env['MUTATION_AREA'] = JSON.stringify(tests ? { ...area, tests } : area)
await new Stryker({
  mutate: lines.length > 0 ? lines : area.mutate,
  testRunner: 'vitest',
  vitest: { configFile: 'mutation/vitest.config.ts', related: false },
  plugins: ['runner.mjs', 'reporter.mjs'].map((file) => new URL(file, import.meta.url).href),
  ignorePatterns: [
    '/bench',
    '/dist',
    '/docs',
    '/ecosystem',
    '/etc',
    '/examples',
    '/site',
    '/temp',
    '/type-tests',
  ],
  tempDirName: `temp/mutation/${report}`,
  concurrency: 1,
  // Long enough that tests on a busy machine do not count as an endless loop.
  timeoutMS: 30_000,
  timeoutFactor: 4,
  reporters: ['progress', 'each-unnoticed', 'clear-text', 'json', 'html'],
  clearTextReporter: { logTests: false, reportTests: false, allowEmojis: false },
  jsonReporter: { fileName: `temp/mutation/${report}.json` },
  htmlReporter: { fileName: `temp/mutation/${report}.html` },
  thresholds: { high: 95, low: 90, break: 90 },
}).runMutationTest()
