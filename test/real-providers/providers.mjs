import { canInstallPackages, installPackages } from '../../scripts/lib/programs.mjs'
import { run } from '../../scripts/lib/run.mjs'

/**
 * An OpenID Provider from Debian packages, with which the long suite signs in.
 *
 * @typedef {object} RealProvider
 * @property {readonly string[]} packages the Debian packages that it needs
 * @property {readonly [string, ...string[]]} check a command that succeeds if they are installed
 */

/** @type {RealProvider} In C. */
const glewlwyd = { packages: ['glewlwyd'], check: ['glewlwyd', '--version'] }

/** @type {RealProvider} In Perl. The first package only recommends the others, but does not start without them. */
const lemonldap = {
  packages: [
    'liblemonldap-ng-portal-perl',
    'starman',
    'libconvert-base32-perl',
    'libconvert-pem-perl',
    'libcrypt-jwt-perl',
    'libcrypt-openssl-bignum-perl',
    'libcrypt-openssl-x509-perl',
    'libgd-perl',
    'libgd-securityimage-perl',
    'libimage-magick-perl',
    'libio-string-perl',
    'libmime-tools-perl',
    'libstring-random-perl',
    'libunicode-string-perl',
  ],
  check: [
    'perl',
    '-MLemonldap::NG::Portal::Main',
    '-MStarman::Server',
    '-MConvert::PEM',
    '-MCrypt::OpenSSL::X509',
    '-MGD::SecurityImage',
    '-MUnicode::String',
    '-e1',
  ],
}

export const realProviders = { glewlwyd, lemonldap }

/**
 * Runs before the suites that sign in with these providers. If `CI` is set, it installs the missing packages.
 * Otherwise, a suite whose provider is missing is skipped, and its name says what to install, because some
 * packages start services, which are unwanted on a developer's machine.
 */
export async function setup() {
  if (!process.env.CI || !canInstallPackages()) return
  for (const { packages, check } of Object.values(realProviders)) {
    const [command, ...args] = check
    if ((await run(command, args)).code === 0) continue
    const reason = await installPackages(packages)
    if (reason !== undefined) console.error(`${packages[0]} could not be installed (${reason}).`)
  }
}
