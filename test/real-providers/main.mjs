/*
 * Whole sign-ins with OpenID Providers that are no JavaScript, from Debian's packages. Some of these bring services, which
 * are unwanted on a developer's machine, so that they are installed where `CI` is set; elsewhere a suite whose provider is
 * missing is skipped, and its name says what to install.
 */
import { canInstallPackages, installPackages } from '../../scripts/lib/debian.mjs'
import { run, runNode } from '../../scripts/lib/run.mjs'
import { realProviders } from './providers.mjs'

if (process.env.CI && canInstallPackages()) {
  for (const { packages, check } of Object.values(realProviders)) {
    const [command, ...args] = check
    if ((await run(command, args)).code === 0) continue
    const reason = await installPackages(packages)
    if (reason !== undefined) console.error(`${packages[0]} could not be installed (${reason}).`)
  }
}

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'real providers']
const { code, output } = await runNode([...vitest, ...process.argv.slice(2)])
console.log(output)
process.exitCode = code
