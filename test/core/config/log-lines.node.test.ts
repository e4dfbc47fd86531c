import { expect, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'

/** The console output of a sign-in whose adapter throws this error. */
async function logged(error: Error): Promise<string> {
  const lines: string[] = []
  const consoleError = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line))
  const fails = async (): Promise<never> => {
    throw error
  }
  const auth = app({
    providers: [credentials({ input: {}, authorize: () => ({ id: '1', name: 'Ada' }) })],
    adapter: { ...memory(), createSession: fails, getUser: fails, createUser: fails },
    session: { strategy: 'database' },
    options: { logger: {} },
  })
  await new Browser(auth.handle).post('/auth/callback/credentials')
  consoleError.mockRestore()
  return lines.join('\n')
}

test.each([
  ['a line break', '\n', '\\n'],
  ['an escape sequence of a terminal', '\u001b[2K', '\\u001b[2K'],
  ['DEL', '\u007f', '\\u007f'],
  ['a line break of C1', '\u0085', '\\u0085'],
  ['an escape sequence of C1', '\u009b2K', '\\u009b2K'],
  ['a line separator', '\u2028', '\\u2028'],
  ['text from right to left', '\u202e', '\\u202e'],
  ['an isolated direction', '\u2066', '\\u2066'],
])('a message with %s is escaped in the log', async (_, character, escaped) => {
  const lines = await logged(new Error(`relation${character}users`))
  expect(lines).toContain(`relation${escaped}users`)
  expect(lines).not.toContain(`relation${character}users`)
})

test('two errors with each other as the cause are logged', async () => {
  const [first, second] = [new Error('first of two'), new Error('second of two')]
  first.cause = second
  second.cause = first
  expect(await logged(first)).toContain('second of two')
})
