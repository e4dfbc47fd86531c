/* The types of the example of SvelteKit, those of its components and routes included, as its users check theirs. */
import path from 'node:path'
import { report } from './lib/report.mjs'
import { root } from './lib/root.mjs'
import { runNode } from './lib/run.mjs'

const folder = path.join(root, 'examples/sveltekit')
const tools = path.join(root, 'node_modules')

const synced = await runNode([path.join(tools, '@sveltejs/kit/svelte-kit.js'), 'sync'], { cwd: folder })
const checked = await runNode(
  [path.join(tools, 'svelte-check/bin/svelte-check'), '--tsconfig', 'tsconfig.json', '--fail-on-warnings'],
  { cwd: folder },
)

report(
  [synced, checked].filter(({ code }) => code !== 0).map(({ output }) => output.trim()),
  'The example of SvelteKit has no error and no warning.',
)
