/*
 * The examples of frameworks, built and driven in a browser; some behind a proxy that ends TLS. That is nginx where it is
 * there, as it is where `CI` is set, and a proxy of the tests elsewhere: the names of the tests say which.
 */

import { runNode } from '../../scripts/lib/run.mjs'
import { ensureProviders } from '../real-providers/providers.mjs'
import { ensureNginx } from './nginx.mjs'

const reason = await ensureNginx()
if (reason !== undefined) console.error(`nginx could not be installed (${reason}).`)

const given = process.argv.slice(2)
if (given.includes('accounts')) await ensureProviders()
const project = given.includes('--project') ? [] : ['--project', 'frameworks']
const { code, output } = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...project, ...given])
console.log(output)
process.exitCode = code
