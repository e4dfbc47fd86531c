import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { root } from '../../scripts/lib/root.mjs'
import { Browser, locationOf } from '../support/browser.js'
import { authwright, filesOf, project, writeFiles } from './support/command.js'

const password = 'correct horse battery'

test.each([
  ['tsconfig.json', 'ts'],
  ['jsconfig.json', 'js'],
])('with what add password writes beside a %s, a user signs up and in', async (language, extension) => {
  const temp = path.join(root, 'temp')
  mkdirSync(temp, { recursive: true })
  const folder = mkdtempSync(path.join(temp, 'added-passwords-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const application = project({
    'package.json': '{ "type": "module" }',
    [language]: '{}',
    [`auth.${extension}`]: `import { createAuth } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'

export const auth = createAuth().adapter(sqlite('${folder}/auth.db')).build()
`,
  })
  const { code, error } = await authwright(['add', 'password', '--no-install'], application)
  expect({ code, error }).toEqual({ code: 0, error: '' })
  // With the sources in place of the package.
  const sources = Object.entries(filesOf(application)).filter(([file]) => file.endsWith(`.${extension}`))
  const fromSource = (text: string) =>
    text.replace(/'authwright(?:\/([\w/-]+))?'/g, (_, name = 'index') => `'${root}/src/${name}.ts'`)
  writeFiles(folder, Object.fromEntries(sources.map(([file, text]) => [file, fromSource(text)])))
  vi.stubEnv('AUTH_SECRET', 'a secret of more than thirty-two characters')
  vi.stubEnv('AUTH_URL', 'https://app.test')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { auth } = await import(path.join(folder, `auth.${extension}`))

  const page = await (await new Browser(auth.handler).send('/auth/signin')).text()
  for (const id of ['password', 'sign-up']) expect(page).toContain(`/auth/callback/${id}`)
  const signedUp = new Browser(auth.handler)
  await signedUp.post('/auth/callback/sign-up', { email: 'Ada@Example.com', password })
  expect((await signedUp.session()).user.email).toBe('ada@example.com')
  const again = new Browser(auth.handler)
  await again.post('/auth/callback/password', { email: 'ada@example.com', password })
  expect((await again.session()).user.email).toBe('ada@example.com')
  const wrong = new Browser(auth.handler)
  const to = locationOf(
    await wrong.post('/auth/callback/password', { email: 'ada@example.com', password: 'another one' }),
  )
  expect(to.searchParams.get('error')).toBe('CredentialsSignin')
})
