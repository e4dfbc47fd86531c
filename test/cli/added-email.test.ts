import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { root } from '../../scripts/lib/root.mjs'
import { Browser } from '../support/browser.js'
import { authwright, filesOf, project, writeFiles } from './support/command.js'

/** The files that the commands write, with the sources in place of the package. */
async function added(...names: readonly string[]): Promise<string> {
  const temp = path.join(root, 'temp')
  mkdirSync(temp, { recursive: true })
  const folder = mkdtempSync(path.join(temp, 'added-email-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const application = project({
    'package.json': '{ "type": "module" }',
    'tsconfig.json': '{}',
    'auth.ts': "import { createAuth } from 'authwright'\n\nexport const auth = createAuth().build()\n",
  })
  for (const name of names) {
    const { code, error } = await authwright(['add', name, '--no-install'], application)
    expect({ code, error }).toEqual({ code: 0, error: '' })
  }
  const text = (filesOf(application)['auth.ts'] ?? '')
    .replace(/'authwright(?:\/([\w/-]+))?'/g, (_, name = 'index') => `'${root}/src/${name}.ts'`)
    .replace("'auth.db'", `'${folder}/auth.db'`)
  writeFiles(folder, { 'auth.ts': text })
  return path.join(folder, 'auth.ts')
}

test('after `add email`, a user signs in with the link that the terminal shows in development', async () => {
  const file = await added('sqlite', 'email')
  vi.stubEnv('AUTH_SECRET', 'a secret of more than thirty-two characters')
  vi.stubEnv('NODE_ENV', 'development')
  vi.stubEnv('EMAIL_SERVER', '')
  vi.stubEnv('EMAIL_FROM', '')
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })
  const { auth } = await import(file)
  const browser = new Browser(auth.handler, 'http://localhost:3000')
  await browser.post('/auth/signin/nodemailer', { email: 'ada@example.com' })
  const [link = ''] = printed.mock.calls.join().match(/http:\/\/localhost:3000\/auth\/callback\/\S+/) ?? []
  const { pathname, search } = new URL(link)
  await browser.send(pathname + search, {
    headers: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  })
  expect((await browser.session()).user).toMatchObject({ id: expect.any(String), email: 'ada@example.com' })
})
