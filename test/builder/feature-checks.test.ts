import { expect, test } from 'vitest'
import { AuthConfigurationError, createAuth } from '../../src/index.js'
import type { Provider } from '../../src/providers/kinds/provider.js'
import type { Feature } from '../../src/runtime/core/feature.js'

/** A provider whose feature rejects a short secret, and a second provider. */
function guest(id: string): Provider {
  const feature: Feature = {
    name: 'guest-pass',
    version: 1,
    checks: [
      ({ options }, own) => [
        ...(options.secret === undefined
          ? [{ code: 'noSecret', sentence: 'Guest passes need the option `secret`: set it.' }]
          : []),
        ...own
          .slice(1)
          .map((each) => ({ code: 'second', sentence: `Remove '${each.id}': one guest pass is enough.` })),
      ],
    ],
  }
  return { id, type: 'credentials', authorize: () => null, '~feature': feature } as unknown as Provider
}

const build = (configuration: object): unknown =>
  (createAuth as unknown as (given: object) => { build(): unknown })(configuration).build()

function problemsOf(configuration: object): unknown {
  try {
    build(configuration)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(AuthConfigurationError)
    const { problems, message } = error as AuthConfigurationError
    return { problems, message }
  }
}

test('.build() reports the problems that a feature finds', () => {
  expect(problemsOf({ providers: [guest('one'), guest('two')] })).toEqual({
    problems: [
      { code: 'guest-pass/noSecret', sentence: 'Guest passes need the option `secret`: set it.' },
      { code: 'guest-pass/second', sentence: "Remove 'two': one guest pass is enough." },
    ],
    message: "Guest passes need the option `secret`: set it.\nRemove 'two': one guest pass is enough.",
  })
})

test('.build() accepts a configuration without problems', () => {
  expect(
    problemsOf({ providers: [guest('one')], secret: 'a secret of more than thirty-two characters' }),
  ).toEqual([])
})

test('.build() reports problems of features only after the rules of the builder are met', () => {
  expect(problemsOf({ providers: [guest('one')], secret: '' })).toMatchObject({
    problems: [{ code: 'emptySecret' }],
  })
})
