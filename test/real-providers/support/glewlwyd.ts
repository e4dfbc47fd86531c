import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createClient } from '@libsql/client'
import { exportJWK, generateKeyPair } from 'jose'
import type { Page } from 'playwright-core'
import type { Return } from '../../support/oidc/user-agent.js'
import { realProviders } from '../providers.mjs'
import {
  type BrowsedApplication,
  type BrowsedProvider,
  CLIENT_SECRET,
  type ForeignClientUrls,
  foreignClients,
  type Person,
} from './foreign-provider.js'
import { installed, type ServicePlace, startService } from './service.js'

/** glewlwyd, an OpenID Provider in C. */
export const glewlwydInstalled = installed(realProviders.glewlwyd)

const ADMINISTRATOR = { username: 'admin', password: 'password' }
const PERSON: Person = { name: 'Ada Lovelace', email: 'ada@example.com', password: 'a pass phrase' }
const USERNAME = 'ada'

/** The provider, with the requests that its pages send for a user. */
interface Glewlwyd extends BrowsedProvider {
  /** Signs in as the user. */
  enter(): Promise<Api>
}

export async function glewlwyd(application?: BrowsedApplication): Promise<Glewlwyd> {
  const service = await startService(prepare, '/config')
  const address = `http://localhost:${service.port}`
  try {
    await configure(address, foreignClients(application))
  } catch (error) {
    await service.stop()
    throw error
  }
  return {
    issuer: `${address}/api/oidc`,
    algorithm: 'ES256',
    scope: 'openid',
    person: PERSON,
    visit: (start) => visit(start, address),
    enter: () => signedIn(address),
    signIn: (page) => signInAt(page, address),
    agreeToSignOut: (page) => agreeToSignOut(page, address),
    stop: service.stop,
  }
}

/** Writes the configuration, and the database in the form that the package creates. */
async function prepare({ folder, port }: ServicePlace): Promise<readonly [string, ...string[]]> {
  const statements = await readFile('/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3', 'utf8')
  const database = path.join(folder, 'glewlwyd.db')
  const client = createClient({ url: `file:${database}` })
  const property = '"resource":{"multiple":true,"read":true,"write":true}'
  // The plugin reads a list that the table of clients has no column for, unless it is configured as a property.
  await client.executeMultiple(
    statements.replace(property, `${property},${property.replace('resource', 'post_logout_redirect_uris')}`),
  )
  client.close()
  // The sign-in page. Its script needs files that the package does not contain, so the test sends the requests of the script.
  const pages = path.join(folder, 'pages')
  await mkdir(pages)
  await writeFile(path.join(pages, 'login.html'), '<!doctype html><title>Login</title>')
  const file = path.join(folder, 'glewlwyd.conf')
  const modules = '/usr/lib/glewlwyd'
  await writeFile(
    file,
    `port = ${port}
bind_address = "127.0.0.1"
external_url = "http://localhost:${port}"
login_url = "login.html"
api_prefix = "api"
log_mode = "console"
log_level = "WARNING"
cookie_domain = "localhost"
cookie_secure = 0
session_expiration = 3600
session_key = "session"
login_api_enabled = true
admin_scope = "g_admin"
profile_scope = "g_profile"
user_module_path = "${modules}/user"
user_middleware_module_path = "${modules}/user_middleware"
client_module_path = "${modules}/client"
user_auth_scheme_module_path = "${modules}/scheme"
plugin_module_path = "${modules}/plugin"
use_secure_connection = false
secure_connection_key_file = "none"
secure_connection_pem_file = "none"
secure_connection_ca_file = "none"
hash_algorithm = "SHA512"
static_files_path = "${pages}"
static_files_mime_types = ( { extension = ".html" mime_type = "text/html" } )
database = { type = "sqlite3"; path = "${database}"; };
`,
  )
  return ['glewlwyd', `--config-file=${file}`]
}

/** Adds the OpenID plugin, the clients and a user who signs in. */
async function configure(address: string, clients: readonly ForeignClientUrls[]): Promise<void> {
  const administrator = new Api(address)
  await administrator.send('POST', '/auth/', ADMINISTRATOR)
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'key', alg: 'ES256', use: 'sig' }
  await administrator.send('POST', '/mod/plugin/', {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    order_rank: 0,
    parameters: {
      iss: `${address}/api/oidc`,
      'jwks-private': JSON.stringify({ keys: [key] }),
      'default-kid': 'key',
      'jwks-show': true,
      'jwt-type': 'ecdsa',
      'jwt-key-size': '256',
      'access-token-duration': 600,
      'refresh-token-duration': 600,
      'code-duration': 60,
      'refresh-token-rolling': true,
      'allow-non-oidc': false,
      'auth-type-code-enabled': true,
      'auth-type-refresh-enabled': true,
      'pkce-allowed': true,
      'pkce-required': true,
      'session-cookie-name': 'oidc',
      'session-cookie-expiration': 3600,
      'oauth-par-allowed': false,
      'oauth-par-duration': 60,
      'oauth-par-request_uri-prefix': 'urn:ietf:params:oauth:request_uri:',
      'oauth-dpop-allowed': false,
      'oauth-dpop-iat-duration': 60,
      'device-authorization-expiration': 600,
      'device-authorization-interval': 5,
      'oauth-as-iss-id': true,
      'name-claim': 'mandatory',
      'email-claim': 'mandatory',
      'subject-type': 'public',
      'session-management-allowed': true,
      'back-channel-logout-allowed': true,
      scope: [],
      claims: [],
    },
  })
  for (const { id, callback, signedOut, backchannelLogout } of clients) {
    await administrator.send('POST', '/client/?source=database', {
      client_id: id,
      name: id,
      confidential: true,
      password: CLIENT_SECRET,
      redirect_uri: [callback],
      ...(id === 'browser' && {
        post_logout_redirect_uris: [signedOut],
        backchannel_logout_uri: backchannelLogout,
      }),
      authorization_type: ['code', 'refresh_token'],
      token_endpoint_auth_method: [`client_secret_${id === 'post' ? 'post' : 'basic'}`],
      enabled: true,
      scope: ['openid'],
    })
  }
  await administrator.send('POST', '/user/?source=database', {
    username: USERNAME,
    ...PERSON,
    enabled: true,
    scope: ['openid', 'g_profile'],
  })
}

/**
 * Signs in by the API of the provider. Its pages are a script that uses the API, so this sends the same
 * requests.
 */
async function visit(start: URL, address: string): Promise<Return> {
  const person = await signedIn(address)
  const client = start.searchParams.get('client_id')
  await person.send('PUT', `/auth/grant/${client}`, { scope: 'openid' })
  return { url: await person.goOn(start), form: undefined }
}

/** Sends a request of the page's script, with the cookies of the browser. */
async function call(page: Page, method: string, address: string, data?: unknown): Promise<void> {
  const response = await page.request.fetch(address, { method, ...(data !== undefined && { data }) })
  if (!response.ok()) throw new Error(`${method} ${address}: ${response.status()}`)
}

async function signInAt(page: Page, address: string): Promise<void> {
  await page.waitForURL(`${address}/login.html?**`)
  const next = new URL(new URL(page.url()).searchParams.get('callback_url') ?? '')
  await call(page, 'POST', `${address}/api/auth/`, { username: USERNAME, password: PERSON.password })
  const client = next.searchParams.get('client_id')
  await call(page, 'PUT', `${address}/api/auth/grant/${client}`, { scope: 'openid' })
  next.searchParams.set('g_continue', '')
  await page.goto(next.href)
}

async function agreeToSignOut(page: Page, address: string): Promise<void> {
  await page.waitForURL(`${address}/login.html?**`)
  const { searchParams } = new URL(page.url())
  await call(page, 'DELETE', `${address}/api/oidc/session/${searchParams.get('sid')}`)
  await call(page, 'DELETE', `${address}/api/auth/`)
  await page.goto(searchParams.get('callback_url') ?? '')
}

async function signedIn(address: string): Promise<Api> {
  const person = new Api(address)
  await person.send('POST', '/auth/', { username: USERNAME, password: PERSON.password })
  return person
}

/** A client of the provider's API, signed in by a cookie. */
export class Api {
  cookie = ''

  constructor(readonly address: string) {}

  async send(method: string, path: string, body?: unknown): Promise<void> {
    const response = await fetch(`${this.address}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie: this.cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 500)}`)
    for (const line of response.headers.getSetCookie()) {
      // Only the cookie `session` signs in to the API.
      if (line.startsWith('session=')) this.cookie = line.split(';', 1)[0] ?? ''
    }
  }
  /** The redirect target of a provider URL. */
  async goOn(start: URL): Promise<URL> {
    const url = new URL(start)
    url.searchParams.set('g_continue', '')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: this.cookie } })
    const location = response.headers.get('location')
    if (location === null)
      throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
    return new URL(location)
  }
}
