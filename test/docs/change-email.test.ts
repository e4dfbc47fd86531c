import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { codeBlocks } from '../../scripts/lib/code-blocks.mjs'
import { root } from '../../scripts/lib/root.mjs'
import { testAuth } from '../../src/testing.js'

/** The example in docs/accounts.md that changes an e-mail address, run with the sources in place of the package. */
const temp = path.join(root, 'temp')
mkdirSync(temp, { recursive: true })
const folder = mkdtempSync(path.join(temp, 'change-email-'))

const configuration = `
import { createAuth } from '${root}/src/index.ts'
import { memory } from '${root}/src/adapters/memory.ts'
import { github } from '${root}/src/providers/github.ts'
export const adapter = memory()
export const auth = createAuth().provider(github({ clientId: 'id', clientSecret: 'secret' })).adapter(adapter).build()
`

beforeAll(() => {
  const page = readFileSync(path.join(root, 'docs/accounts.md'), 'utf8')
  const example = codeBlocks(page).find(({ file }) => file === 'change-email.ts')
  writeFileSync(path.join(folder, 'change-email.ts'), example?.code ?? '')
  writeFileSync(path.join(folder, 'auth.ts'), configuration)
  vi.stubEnv('AUTH_SECRET', 'a secret of more than thirty-two characters')
})

afterEach(() => void vi.useRealTimers())

afterAll(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  rmSync(folder, { recursive: true, force: true })
})

const HOUR = 3_600_000

test.each([
  ['changes the e-mail address once', 0, true],
  ['refuses an expired link', HOUR + 1_000, false],
])('the documented change of an e-mail address %s', async (_, wait, isChanged) => {
  const { adapter, auth } = await import(path.join(folder, 'auth.ts'))
  const { requestChange, confirmChange } = await import(path.join(folder, 'change-email.ts'))
  const sendMail = vi.fn()
  vi.stubGlobal('sendMail', sendMail)
  const id = `${wait}`
  const ada = await testAuth(auth as never)({ user: { id, email: `old-${id}@example.com` } as never })
  const email = `new-${id}@example.com`
  await requestChange(ada.request(), email)
  const [to, link] = sendMail.mock.calls[0] as [string, string]
  expect(to).toBe(email)
  const token = new URL(link).searchParams.get('token')

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + wait })
  expect(await confirmChange(ada.request(), email, token)).toBe(isChanged)
  expect(await confirmChange(ada.request(), email, token)).toBe(false)
  const user = await adapter.getUser(ada.userId)
  expect(user.email).toBe(isChanged ? email : `old-${id}@example.com`)
})
