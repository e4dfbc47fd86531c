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
  ['a left-to-right mark', '\u200e', '\\u200e'],
  ['a right-to-left mark', '\u200f', '\\u200f'],
  ['an Arabic letter mark', '\u061c', '\\u061c'],
])('a message with %s is escaped in the log', async (_, character, escaped) => {
  const lines = await logged(new Error(`relation${character}users`))
  expect(lines).toContain(`relation${escaped}users`)
  expect(lines).not.toContain(`relation${character}users`)
})

test('two errors are logged if each is the cause of the other', async () => {
  const [first, second] = [new Error('first of two'), new Error('second of two')]
  first.cause = second
  second.cause = first
  expect(await logged(first)).toContain('second of two')
})

test('a failed connection is logged with its reason if every IP address of the host refuses', async () => {
  const refused = ['::1', '127.0.0.1'].map((ip) => new Error(`connect ECONNREFUSED ${ip}:5432`))
  expect(await logged(new AggregateError(refused))).toContain('connect ECONNREFUSED ::1:5432')
})

test('an AggregateError without `errors` is logged', async () => {
  const error = Object.assign(new AggregateError([], 'the pool failed'), { errors: undefined })
  expect(await logged(error)).toContain('the pool failed')
})

/** Errors whose `message` is not a string. A class that declares `message` without a value creates such errors. */
class WithoutMessage extends Error {
  override message = undefined as unknown as string
}
class ObjectMessage extends Error {
  override message = { code: 7 } as unknown as string
}

const unusual: readonly [what: string, create: () => Error][] = [
  ['without a message', () => new WithoutMessage()],
  ['with an object as its message', () => new ObjectMessage()],
  ['that is frozen, with an object as its message', () => Object.freeze(new ObjectMessage())],
  ['with a cause without a message', () => new Error('outer', { cause: new WithoutMessage() })],
  ['with a symbol as its name', () => Object.assign(new Error('x'), { name: Symbol('odd') })],
]

test.each(unusual)('an adapter error %s is logged', async (_, create) => {
  expect(await logged(create())).toContain('AdapterError')
})

test.each(unusual)('a listener error %s does not fail the sign-in', async (_, create) => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  const auth = app({
    providers: [credentials({ input: {}, authorize: () => ({ id: '1', name: 'Ada' }) })],
    events: {
      signIn: () => {
        throw create()
      },
    },
    options: { logger: {} },
  })
  const response = await new Browser(auth.handle).post('/auth/callback/credentials')
  expect(response.headers.get('location')).not.toContain('error')
  expect(consoleError.mock.calls.join()).toContain("A listener of the event 'signIn' threw.")
  consoleError.mockRestore()
})

test('logging the error of a callback does not change the error', async () => {
  const thrown = new ObjectMessage()
  await logged(thrown)
  expect(thrown.message).toEqual({ code: 7 })
})

test('an error whose `message` getter throws is logged', async () => {
  const thrown = Object.defineProperty(new Error('x'), 'message', {
    get: () => {
      throw new TypeError('no message')
    },
  })
  expect(await logged(thrown)).toContain('A value without a message was thrown.')
})
