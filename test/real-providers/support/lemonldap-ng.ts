import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exportPKCS8, exportSPKI, generateKeyPair } from 'jose'
import type { Page } from 'playwright-core'
import { visit } from '../../support/oidc/user-agent.js'
import { realProviders } from '../providers.mjs'
import {
  type BrowsedApplication,
  type BrowsedProvider,
  CLIENT_SECRET,
  type ForeignClientUrls,
  foreignClients,
} from './foreign-provider.js'
import { installed, type ServicePlace, startService } from './service.js'

/** LemonLDAP::NG, an OpenID Provider in Perl. */
export const lemonldapInstalled = installed(realProviders.lemonldap)

/** One of the demonstration users. */
const PERSON = { name: 'Doctor Who', email: 'dwho@badwolf.org' }
const USERNAME = 'dwho'

export async function lemonldap(application?: BrowsedApplication): Promise<BrowsedProvider> {
  const clients = foreignClients(application)
  const service = await startService((place) => prepare(place, clients), '/.well-known/openid-configuration')
  return {
    issuer: `http://localhost:${service.port}/`,
    algorithm: 'RS256',
    scope: 'openid profile email',
    person: PERSON,
    visit: (start) => visit(start, 'agrees', { user: USERNAME, password: USERNAME }),
    signIn,
    agreeToSignOut,
    stop: service.stop,
  }
}

async function signIn(page: Page): Promise<void> {
  await page.locator('input[name=user]').fill(USERNAME)
  await page.locator('input[name=password]').fill(USERNAME)
  await page.locator('button[type=submit]').first().click()
}

/**
 * Agrees to the sign-out. If the session at the provider has ended, it redirects at once, without a question.
 */
async function agreeToSignOut(page: Page): Promise<void> {
  const agree = page.locator('button[type=submit]').first()
  const back = page.getByRole('heading', { name: 'Nobody is signed in' })
  await agree.or(back).first().waitFor()
  if (await agree.isVisible()) await agree.click()
}

/** Writes the configuration, and the program that serves the provider. */
async function prepare(
  { folder, port }: ServicePlace,
  clients: readonly ForeignClientUrls[],
): Promise<readonly [string, ...string[]]> {
  const inside = (name: string): string => path.join(folder, name)
  for (const name of ['conf', 'sessions', 'sessions/lock', 'psessions', 'psessions/lock', 'cache']) {
    await mkdir(inside(name))
  }
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const keys = { privateKey: await exportPKCS8(privateKey), publicKey: await exportSPKI(publicKey) }
  await writeFile(inside('conf/lmConf-1.json'), JSON.stringify(configuration(inside, port, keys, clients)))
  await writeFile(
    inside('lemonldap-ng.ini'),
    `[all]
logLevel = warn
logger = Lemonldap::NG::Common::Logger::Std
[configuration]
type = File
dirName = ${inside('conf')}
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'configuration', 'cache_root' => '${inside('cache')}', 'cache_depth' => 1 }
[portal]
staticPrefix = /static
templateDir = /usr/share/lemonldap-ng/portal/templates
languages = en
`,
  )
  await writeFile(
    inside('portal.psgi'),
    `$ENV{LLNG_DEFAULTCONFFILE} = '${inside('lemonldap-ng.ini')}';
require Lemonldap::NG::Portal::Main;
my $portal = Lemonldap::NG::Portal::Main->run({});
# Styles and scripts are not served, and must not hold up its two workers as pages.
sub { $_[0]{PATH_INFO} =~ m{^/(static|javascript|favicon|portal\\.)} ? [404, [], []] : $portal->($_[0]) };
`,
  )
  const server = ['--listen', `127.0.0.1:${port}`, '--workers', '2', '--disable-keepalive']
  return ['starman', ...server, inside('portal.psgi')]
}

interface Keys {
  readonly privateKey: string
  readonly publicKey: string
}

function configuration(
  inside: (name: string) => string,
  port: number,
  { privateKey, publicKey }: Keys,
  clients: readonly ForeignClientUrls[],
): Record<string, unknown> {
  const address = `http://localhost:${port}/`
  const sessions = (name: string): Record<string, string> => ({
    Directory: inside(name),
    LockDirectory: inside(`${name}/lock`),
    generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
  })
  const each = <Value>(value: (client: ForeignClientUrls) => Value): Record<string, Value> =>
    Object.fromEntries(clients.map((client) => [client.id, value(client)]))
  return {
    cfgNum: 1,
    cfgAuthor: 'tests',
    cfgDate: '1',
    cookieName: 'lemonldap',
    domain: 'localhost',
    securedCookie: 0,
    portal: address,
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Demo',
    registerDB: 'Null',
    demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
    whatToTrace: 'uid',
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: sessions('sessions'),
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: sessions('psessions'),
    localSessionStorage: 'Cache::FileCache',
    localSessionStorageOptions: { namespace: 'sessions', cache_root: inside('cache'), cache_depth: 1 },
    locationRules: { localhost: { default: 'accept' } },
    requireToken: 0,
    issuerDBOpenIDConnectActivation: 1,
    issuerDBOpenIDConnectPath: '^/oauth2/',
    oidcServiceMetaDataIssuer: address,
    oidcServicePrivateKeySig: privateKey,
    oidcServicePublicKeySig: publicKey,
    oidcServiceKeyIdSig: 'key',
    oidcServiceAllowAuthorizationCodeFlow: 1,
    oidcServiceIgnoreScopeForClaims: 1,
    oidcRPMetaDataOptions: each(({ id, callback, signedOut }) => ({
      oidcRPMetaDataOptionsClientID: id,
      oidcRPMetaDataOptionsClientSecret: CLIENT_SECRET,
      oidcRPMetaDataOptionsAuthMethod: `client_secret_${id === 'post' ? 'post' : 'basic'}`,
      oidcRPMetaDataOptionsRedirectUris: callback,
      oidcRPMetaDataOptionsPostLogoutRedirectUris: signedOut,
      oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
      oidcRPMetaDataOptionsIDTokenForceClaims: 1,
      oidcRPMetaDataOptionsBypassConsent: 1,
      oidcRPMetaDataOptionsRequirePKCE: 1,
      oidcRPMetaDataOptionsUserIDAttr: 'uid',
    })),
    oidcRPMetaDataExportedVars: each(() => ({ email: 'mail', name: 'cn' })),
  }
}
