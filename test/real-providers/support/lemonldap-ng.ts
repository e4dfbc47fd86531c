import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exportPKCS8, exportSPKI, generateKeyPair } from 'jose'
import { visit } from '../../protocol/support/user-agent.js'
import { realProviders } from '../providers.mjs'
import { CLIENT_SECRET, type ForeignClient, type ForeignProvider, redirectUriOf } from './foreign-provider.js'
import { installed, type ServicePlace, startService } from './service.js'

/** LemonLDAP::NG, an OpenID Provider in Perl. */
export const lemonldapInstalled = installed(realProviders.lemonldap)

/** One of the users of its demonstration. */
const PERSON = { name: 'Doctor Who', email: 'dwho@badwolf.org' }
const USERNAME = 'dwho'

export async function lemonldap(): Promise<ForeignProvider> {
  const service = await startService(prepare, '/.well-known/openid-configuration')
  return {
    issuer: `http://localhost:${service.port}/`,
    algorithm: 'RS256',
    scope: 'openid profile email',
    person: PERSON,
    visit: (start) => visit(start, 'agrees', { user: USERNAME, password: USERNAME }),
    stop: service.stop,
  }
}

/** Writes its configuration, and the program that serves it. */
async function prepare({ folder, port }: ServicePlace): Promise<readonly [string, ...string[]]> {
  const inside = (name: string): string => path.join(folder, name)
  for (const name of ['conf', 'sessions', 'sessions/lock', 'psessions', 'psessions/lock', 'cache']) {
    await mkdir(inside(name))
  }
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const keys = { privateKey: await exportPKCS8(privateKey), publicKey: await exportSPKI(publicKey) }
  await writeFile(inside('conf/lmConf-1.json'), JSON.stringify(configuration(inside, port, keys)))
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
Lemonldap::NG::Portal::Main->run({});
`,
  )
  const server = ['--listen', `127.0.0.1:${port}`, '--workers', '2']
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
): Record<string, unknown> {
  const address = `http://localhost:${port}/`
  const sessions = (name: string): Record<string, string> => ({
    Directory: inside(name),
    LockDirectory: inside(`${name}/lock`),
    generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
  })
  const clients: readonly ForeignClient[] = ['basic', 'post']
  const each = <Value>(value: (id: ForeignClient) => Value): Record<string, Value> =>
    Object.fromEntries(clients.map((id) => [id, value(id)]))
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
    oidcRPMetaDataOptions: each((id) => ({
      oidcRPMetaDataOptionsClientID: id,
      oidcRPMetaDataOptionsClientSecret: CLIENT_SECRET,
      oidcRPMetaDataOptionsAuthMethod: `client_secret_${id}`,
      oidcRPMetaDataOptionsRedirectUris: redirectUriOf(id),
      oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
      oidcRPMetaDataOptionsIDTokenForceClaims: 1,
      oidcRPMetaDataOptionsBypassConsent: 1,
      oidcRPMetaDataOptionsRequirePKCE: 1,
      oidcRPMetaDataOptionsUserIDAttr: 'uid',
    })),
    oidcRPMetaDataExportedVars: each(() => ({ email: 'mail', name: 'cn' })),
  }
}
