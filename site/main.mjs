/*
 * The site of the documentation. `npm run docs` shows it while it is written, `npm run docs:build` builds it in temp/site/html and reads it in
 * Chromium. The generator is many packages that nothing else needs, so it has a separate folder and lockfile, installed when this runs.
 */
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { execa } from 'execa'
import { root } from '../scripts/lib/root.mjs'
import { npm, runNode } from '../scripts/lib/run.mjs'

const folder = path.join(root, 'site')
const vitepress = path.join(folder, 'node_modules/vitepress/bin/vitepress.js')

/** @param {Promise<{ code: number, output: string }>} running */
async function orExit(running) {
  const { code, output } = await running
  if (code === 0) return output
  console.error(output)
  process.exit(1)
}

if (!existsSync(path.join(folder, 'node_modules'))) {
  await orExit(npm(['ci', '--ignore-scripts', '--prefix', 'site']))
  // The only package that downloads its binary at installation.
  await orExit(npm(['rebuild', 'esbuild', '--prefix', 'site']))
}
mkdirSync(path.join(root, 'temp/site'), { recursive: true })
console.log(await orExit(runNode(['site/pages.mjs'])))
if (process.argv.includes('--serve')) {
  await execa(process.execPath, [vitepress, 'dev', folder], { stdio: 'inherit', reject: false })
} else {
  await orExit(runNode([vitepress, 'build', folder]))
  console.log(await orExit(runNode(['site/check.mjs'])))
  console.log('The site is in temp/site/html.')
}
