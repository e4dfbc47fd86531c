import { expect, test } from 'vitest'
import { github } from '../../src/providers/github.js'
import { memoryStore } from '../../src/stores/memory.js'
import { createAuth, sentencesOf } from './support.js'

const untyped = createAuth as (configuration?: unknown) => any

const aLimit = '`false`, or an object with `max` and `window`, integers greater than 0'

test.each<[unknown, readonly string[]]>([
  [{ store: memoryStore(), limits: { account: { max: 5, window: 60 }, global: false } }, []],
  [
    { store: { get: () => null } },
    ['`store` must be a store, with get, set, consume, increment, compareAndSet.'],
  ],
  [{ limits: 5 }, ['`limits` must be an object.']],
  [{ limits: { acount: false } }, ['There is no limit `acount`: did you mean `account`?']],
  [{ limits: { account: { max: 0, window: 60 } } }, [`\`limits.account\` must be ${aLimit}.`]],
  [{ limits: { account: { max: 5 } } }, [`\`limits.account\` must be ${aLimit}.`]],
  [{ limits: { account: true } }, [`\`limits.account\` must be ${aLimit}.`]],
  [{ clientAddress: 'x-real-ip' }, ['`clientAddress` must be a function.']],
])('the options %j cause the errors %j', (options, sentences) => {
  expect(sentencesOf(untyped().provider(github()).options(options))).toEqual(sentences)
})
