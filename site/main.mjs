/*
 * The site of the documentation. `npm run docs` serves it in development, `npm run docs:build` builds it in temp/site/html and checks it in
 * Chromium. Only the site needs the many packages of VitePress, so they have a separate lockfile, and this script installs them.
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
  // esbuild is the only package whose install script is needed: it installs the binary.
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
