/*
 * Nothing in src outlives an instance: what depends on a configuration lives in the interpreted instance, so that
 * two configurations in one process never meet.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { moduleState } from './lib/module-state.mjs'
import { report } from './lib/report.mjs'
import { display, root } from './lib/root.mjs'

const folder = path.join(root, 'src')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /[.]tsx?$/.test(file))
  .map((file) => path.join(folder, file))

const problems = files.flatMap((file) => moduleState(display(file), readFileSync(file, 'utf8')))
report(problems, `${files.length} modules of src hold no state.`)
