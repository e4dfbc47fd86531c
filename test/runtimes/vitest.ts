/*
 * The module that tests import as `vitest` on runtimes on which Vitest cannot run. It combines the runner,
 * matchers and spies of Vitest, which do not need Node.js.
 */
import {
  customMatchers,
  getState,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect'
import { fn, restoreAllMocks, spyOn } from '@vitest/spy'
import * as chai from 'chai'

export { afterAll, afterEach, beforeAll, beforeEach, describe, it, test } from '@vitest/runner'
export { expectTypeOf } from 'expect-type'

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin)

const plain = (value: unknown, message?: string): Chai.Assertion => chai.expect(value, message)
export const expect: any = Object.assign(plain, chai.expect)
expect.getState = () => getState(expect)
expect.setState = (state: object) => setState(state, expect)
expect.extend = (matchers: object) => (chai.expect as any).extend(expect, matchers)
setState({ assertionCalls: 0, isExpectingAssertions: false, environment: 'portable' } as never, expect)
expect.extend(customMatchers)

/** Repeats an expectation about the result of a function until it passes or the time is over. */
expect.poll = (read: () => unknown, { timeout = 1_000, interval = 50 } = {}) =>
  new Proxy(
    {},
    {
      get:
        (_, matcher: string) =>
        async (...expected: unknown[]) => {
          const end = Date.now() + timeout
          for (;;) {
            const value = await read()
            try {
              return expect(value)[matcher](...expected)
            } catch (error) {
              if (Date.now() >= end) throw error
            }
            await new Promise((resolve) => setTimeout(resolve, interval))
          }
        },
    },
  )

const stubbed = new Map<string, PropertyDescriptor | undefined>()
const environment = new Map<string, string | undefined>()

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name]
  else process.env[name] = value
}

/** The members of `vi` that the tests use. Tests that need fake timers run only in Vitest. */
export const vi = {
  fn,
  spyOn,
  restoreAllMocks,
  stubGlobal(name: string, value: unknown) {
    if (!stubbed.has(name)) stubbed.set(name, Object.getOwnPropertyDescriptor(globalThis, name))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: true })
  },
  unstubAllGlobals() {
    for (const [name, descriptor] of stubbed) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
    }
    stubbed.clear()
  },
  stubEnv(name: string, value: string | undefined) {
    if (!environment.has(name)) environment.set(name, process.env[name])
    setVariable(name, value)
  },
  unstubAllEnvs() {
    for (const [name, value] of environment) setVariable(name, value)
    environment.clear()
  },
}
