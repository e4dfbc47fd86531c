/* Whole sign-ins with OpenID Providers that are no JavaScript, from Debian's packages. */
import { runNode } from '../../scripts/lib/run.mjs'
import { ensureProviders } from './providers.mjs'

await ensureProviders()

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'real providers']
const { code, output } = await runNode([...vitest, ...process.argv.slice(2)])
console.log(output)
process.exitCode = code
