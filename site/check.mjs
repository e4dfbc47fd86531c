/*
 * Reads the built site in Chromium: every page of the sitemap that VitePress built responds and logs no error; pages of each kind have no
 * accessibility problem in light and dark; the search finds a rule and the pages of `searched`; names show their types; code that does not
 * compile shows its error message. Broken links already fail the build.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { serve } from 'vitepress'
import { browserAdvice, findBrowser } from '../scripts/lib/programs.mjs'
import { report } from '../scripts/lib/report.mjs'
import { root } from '../scripts/lib/root.mjs'

const executablePath = findBrowser()
if (executablePath === undefined) throw new Error(browserAdvice)
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const html = path.join(root, 'temp/site/html')
const all = readdirSync(html, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html') && file !== '404.html')
  .map((file) => `/${file.replace(/(^|\/)index[.]html$/, '$1').replace(/[.]html$/, '')}`)
const looked = ['/', '/next', '/tokens', '/rules/adapterLacks', '/providers/', '/providers/google', '/api/']
// The type of the session comes from the block with the title `auth.ts`.
const typed = [
  { address: '/next', block: '// app/page.tsx', name: 'session', type: 'const session: { user: {' },
  {
    address: '/custom-session-fields',
    block: 'profile.login',
    name: 'auth',
    type: 'session: { user: { id: string | undefined; login: string;',
  },
]
const refused = {
  '/rules/duplicateId':
    "Provider id 'github' is already registered: give this provider another id, such as 'github-2'.",
  '/rules/sessionFieldType':
    '`Session` declares `plan` with another type than `session` returns: return the declared type, or declare the returned one.',
}

/** Search terms, each with a page that must be among the results. */
const searched = {
  install: '/installation',
  '2FA': '/comparison',
  'second factor': '/comparison',
  mobile: '/comparison',
  roles: '/custom-session-fields',
  Vercel: '/deployment',
}

const port = 4173
const server = await serve({ root: path.join(root, 'site'), port })
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
/** @type {string[]} */
const problems = []
try {
  const site = `http://localhost:${port}`
  const page = await browser.newPage()
  let current = ''
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      problems.push(`${current}: ${message.text()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${current}: ${response.url()}: ${response.status()}`)
  })
  page.on('pageerror', (error) => problems.push(`${current}: ${error.message}`))
  /** Runs axe only within a selector, because VitePress generates the other parts of a page. @param {string} selector */
  const axeFinds = async (selector) => {
    await page.evaluate(axe)
    const { violations } = await page.evaluate(
      (within) =>
        /** @type {any} */ (globalThis).axe.run(within, {
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
        }),
      selector,
    )
    for (const { id, nodes } of violations) problems.push(`${current}: ${id}: ${nodes[0].html}`)
  }
  for (const address of looked) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      current = `${address} (${colorScheme})`
      await page.emulateMedia({ colorScheme })
      await page.goto(site + address, { waitUntil: 'networkidle' })
      if (process.argv[2]) {
        const name = `${address.replaceAll('/', '_')}-${colorScheme}`
        for (const width of [1280, 375]) {
          await page.setViewportSize({ width, height: 800 })
          await page.screenshot({ path: path.join(process.argv[2], `${name}-${width}.png`) })
        }
        await page.setViewportSize({ width: 1280, height: 800 })
      }
      await axeFinds('.VPContent')
    }
  }
  for (const { address, block, name, type } of typed) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      current = `${name} of ${address} (${colorScheme})`
      await page.emulateMedia({ colorScheme })
      await page.goto(site + address, { waitUntil: 'networkidle' })
      const names = page
        .locator('pre.twoslash', { hasText: block })
        .first()
        .locator('.twoslash-hover [tabindex]')
      const index = (await names.allTextContents()).indexOf(name)
      const shown = page.locator('.v-popper__popper--shown')
      const read = async () => {
        const text = (await shown.textContent({ timeout: 10_000 }).catch(() => null)) ?? 'nothing'
        if (!text.replaceAll(/\s+/g, ' ').includes(type)) problems.push(`${current}: shows ${text}`)
      }
      await names.nth(index).hover()
      await read()
      await axeFinds('.v-popper__popper--shown')
      if (process.argv[2])
        await page.screenshot({ path: path.join(process.argv[2], `type-${name}-${colorScheme}.png`) })
      await page.keyboard.press('Escape')
      await shown.waitFor({ state: 'hidden', timeout: 10_000 })
      await page.mouse.move(0, 0)
      await names.first().focus()
      for (let step = 0; step < index; step++) await page.keyboard.press('ArrowRight')
      await read()
    }
  }
  for (const [address, sentence] of Object.entries(refused)) {
    await page.goto(site + address, { waitUntil: 'networkidle' })
    const shown = await page.locator('.twoslash-error-line').allTextContents()
    if (shown.join() !== sentence)
      problems.push(`${address}: shows the compile error "${shown.join()}" instead of "${sentence}".`)
  }
  for (const address of all) {
    const response = await page.request.get(site + encodeURI(address))
    if (!response.ok()) problems.push(`${address}: ${response.status()}`)
  }
  current = 'search'
  await page.goto(site, { waitUntil: 'networkidle' })
  await page.keyboard.press('Control+k')
  await page.locator('#localsearch-input').fill('adapterLacks')
  await page.locator('#localsearch-list li').first().click({ timeout: 60_000 })
  if (!page.url().includes('/rules/')) problems.push(`search led to ${page.url()}`)
  for (const [words, address] of Object.entries(searched)) {
    current = `search for "${words}"`
    await page.goto(site, { waitUntil: 'networkidle' })
    await page.keyboard.press('Control+k')
    await page.locator('#localsearch-input').fill(words)
    const found = page.locator(`#localsearch-list a[href^="${address}"]`).first()
    const isFound = await found.waitFor({ timeout: 60_000 }).then(
      () => true,
      () => false,
    )
    if (!isFound) problems.push(`${current}: ${address} is not among the results`)
  }
} finally {
  await browser.close()
  server.server?.close()
}
report(problems, `${all.length} pages of the site can be read.`)
process.exit()
