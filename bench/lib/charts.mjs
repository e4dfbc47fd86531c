import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))

/** The names of cases in the documentation. Other cases are not in a picture. */
const labels = new Map([
  ['GET /session, 1 provider', 'session in a cookie'],
  ['GET /session, token of Auth.js, not re-issued', 'session in a cookie of Auth.js'],
  ['GET /session, memory', 'session in memory'],
  ['GET /session, SQLite by better-sqlite3', 'session in SQLite'],
  ['GET /session, PostgreSQL', 'session in PostgreSQL'],
  ['Request and Response', 'session over HTTP, Request and Response'],
  ['toNodeHandler(auth.handler)', 'session over HTTP, Node.js'],
  ['sign-in with OpenID Connect, ID token verified', 'sign-in with OpenID Connect'],
  ["import '@auth/core'", "import '@auth/core'"],
  ["import 'authwright' and one provider", "import 'authwright' and one provider"],
])

/** @typedef {{ label: string, value: number, text: string }} Bar */

/**
 * Draws the pictures of docs/performance.md.
 *
 * @param {{ comparisons: readonly { name: string, ratio: number | undefined }[], starts: readonly { name: string, over: number }[] }} figures
 * @returns {string[]} the files
 */
export function writeCharts({ comparisons, starts }) {
  const faster = comparisons.flatMap(({ name, ratio }) => {
    const label = labels.get(name)
    return label && ratio ? [{ label, value: ratio, text: `${ratio.toFixed(ratio < 10 ? 1 : 0)} ×` }] : []
  })
  const imports = starts.flatMap(({ name, over }) => {
    const label = labels.get(name)
    return label ? [{ label, value: over, text: `${over.toFixed(0)} ms` }] : []
  })
  return [
    ...write('requests', 'Requests, times as fast as Auth.js', [
      { label: 'Auth.js', value: 1, text: '1 ×' },
      ...faster,
    ]),
    ...write('imports', 'Time to import, over Node.js alone', imports),
  ]
}

/** @param {string} name @param {string} title @param {readonly Bar[]} bars */
function write(name, title, bars) {
  if (bars.length < 2) return []
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `performance-${name}.svg`)
  writeFileSync(file, chart(title, bars))
  return [file]
}

/** @param {string} title @param {readonly Bar[]} bars */
function chart(title, bars) {
  const top = 60
  const row = 34
  const left = 330
  const width = 430
  const most = Math.max(...bars.map(({ value }) => value))
  const height = top + bars.length * row + 20
  const rows = bars.map(({ label, value, text }, index) => {
    const y = top + index * row
    const length = Math.max(2, (value / most) * width)
    return [
      `<text class="l" x="${left - 12}" y="${y + 17}">${markup(label)}</text>`,
      `<rect x="${left}" y="${y + 2}" width="${length.toFixed(1)}" height="22" rx="3" fill="${index === 0 ? '#5f7e97' : '#82aaff'}"/>`,
      `<text class="v" x="${(left + length + 8).toFixed(1)}" y="${y + 18}">${text}</text>`,
    ].join('')
  })
  const alt = `${title}. ${bars.map(({ label, text }) => `${label}: ${text}`).join('; ')}.`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 ${height}" role="img" aria-label="${markup(alt)}">
<style>
text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; font-size: 14px; fill: #d6deeb }
.h { font-size: 16px; font-weight: 600; fill: #ffffff }
.l { text-anchor: end }
.v { font-weight: 600; fill: #ffffff }
</style>
<rect width="860" height="${height}" rx="10" fill="#0b1526"/>
<text class="h" x="30" y="36">${markup(title)}</text>
${rows.join('\n')}
</svg>
`
}

/** @param {string} text */
const markup = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
