import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { pg } from '../../src/adapters/pg.js'
import { emptyDatabase } from '../adapters/pg/support.js'
import { app, SECRET } from '../support/app.js'
import { Browser } from '../support/browser.js'
import { credentialsWith } from '../support/providers.js'
import { postgres, queryPostgres } from '../support/stores/postgres.js'

const page = readFileSync('docs/operations.md', 'utf8')

/** The text of a section of the page. */
function section(title: string): string {
  const [, text = ''] = page.split(`\n## ${title}\n`)
  return text.split('\n## ')[0] as string
}

const sql = (text: string): string => /```sql\n([^`]+)```/.exec(text)?.[1] ?? ''

/** All of the code that is not a test. */
const sources = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
  .join('\n')

describe('docs/operations.md, alerts', () => {
  const rows = section('Alerts').match(/^\| `[a-z-]+`/gm) ?? []
  const warnings = rows.map((row) => row.slice(3, -1)).filter((name) => name.includes('-'))

  test('names warnings', () => expect(warnings.length).toBeGreaterThanOrEqual(6))

  test.each(warnings)('the warning %s exists', (name) => {
    expect(sources).toContain(`'${name}'`)
  })
})

describe('docs/operations.md, incidents', () => {
  test.skipIf(!postgres.available)('the statement ends all sessions of strategy database', async () => {
    const url = await emptyDatabase()
    const adapter = pg(url)
    onTestFinished(() => adapter.close())
    const { id } = await adapter.createUser({ email: null, emailVerified: null })
    const { handle } = app({
      providers: [credentialsWith({ input: { name: {} }, authorize: () => adapter.getUser(id) })],
      adapter,
      session: { strategy: 'database' },
    })
    const browsers = [new Browser(handle), new Browser(handle)]
    for (const browser of browsers) await browser.post('/auth/callback/credentials', { name: 'ada' })
    for (const browser of browsers) expect(await browser.session()).not.toBeNull()
    await queryPostgres(url, sql(section('Incidents')))
    for (const browser of browsers) expect(await browser.session()).toBeNull()
    await browsers[0]?.post('/auth/callback/credentials', { name: 'ada' })
    expect(await browsers[0]?.session()).not.toBeNull()
  })

  test('another secret at once ends all sealed sessions', async () => {
    const start = (environment: Record<string, string>) =>
      app({
        providers: [credentialsWith({ input: { name: {} }, authorize: () => ({ id: 'ada' }) })],
        environment: { NODE_ENV: 'test', AUTH_URL: 'https://app.test', ...environment },
        options: {
          secret: undefined as never,
          logger: { error: () => undefined, warn: () => undefined },
        },
      })
    const before = new Browser(start({ AUTH_SECRET: SECRET }).handle)
    await before.post('/auth/callback/credentials', { name: 'ada' })
    expect(await before.session()).not.toBeNull()
    const after = start({ AUTH_SECRET: `another ${SECRET}` }).handle
    expect(await new Browser(after, before.origin, before.jar.clone()).session()).toBeNull()
  })
})
