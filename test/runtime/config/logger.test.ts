import { expect, test } from 'vitest'
import { redacted } from '../../../src/runtime/config/logger.js'
import { inTime } from '../../support/in-time.js'

test('an error that holds a body of five megabytes holds nobody up', async () => {
  const response = { rawBody: new Uint8Array(5_000_000) }
  const error = Object.assign(new Error('hunter2 was refused'), { response })
  const told = (await inTime(async () => redacted(error, ['hunter2']), 1_000)) as typeof error
  expect(told.message).toBe('[redacted] was refused')
  expect(told.response === response).toBe(true)
})
