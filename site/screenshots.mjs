/*
 * Takes the screenshots of the built-in pages for docs/pages.md, from the page gallery of the tests, in light and
 * dark, wide and narrow. Run it after a change of the pages, and compare the pictures. The pages use the system
 * font.
 */
import { mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { browserAdvice, findBrowser } from '../scripts/lib/programs.mjs'
import { report } from '../scripts/lib/report.mjs'
import { display, root } from '../scripts/lib/root.mjs'

const folder = path.join(root, 'docs/pages')
const shown = [
  'sign-in',
  'sign-in-failed',
  'sign-in-twelve',
  'sign-out',
  'account',
  'verify-request-code',
  'confirm',
  'error-AccessDenied',
]
const widths = /** @type {const} */ ([
  { name: 'wide', viewport: { width: 1440, height: 900 }, deviceScaleFactor: 0.5 },
  { name: 'narrow', viewport: { width: 320, height: 640 }, deviceScaleFactor: 1 },
])

/** The maximum size of all pictures together, in bytes. */
const limit = 1_000_000

const bundle = path.join(root, 'temp/page-gallery.mjs')
await build({
  entryPoints: [path.join(root, 'test/support/page-gallery.ts')],
  outfile: bundle,
  bundle: true,
  format: 'esm',
  platform: 'node',
})
/** @type {typeof import('../test/support/page-gallery.ts')} */
const { pageGallery } = await import(pathToFileURL(bundle).href)

const executablePath = findBrowser()
if (executablePath === undefined) throw new Error(`No Chromium or Chrome was found. ${browserAdvice}`)
const browser = await chromium.launch({ executablePath, args: ['--font-render-hinting=none'] })

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
/** @type {string[]} */
const files = []
for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  for (const { name: width, viewport, deviceScaleFactor } of widths) {
    const page = await browser.newPage({ viewport, deviceScaleFactor, colorScheme })
    for (const { name, render } of pageGallery.filter(({ name }) => shown.includes(name))) {
      await page.setContent(render({ brandColor: '#4338ca' }))
      const file = path.join(folder, `${name}-${colorScheme}-${width}.png`)
      await page.screenshot({ path: file, fullPage: true })
      files.push(file)
    }
    await page.close()
  }
}
await browser.close()

const size = files.reduce((sum, file) => sum + statSync(file).size, 0)
const problems = size > limit ? [`${display(folder)} has ${size} bytes; at most ${limit} are allowed.`] : []
report(problems, `${files.length} pictures, ${Math.round(size / 1000)} kB.`)
