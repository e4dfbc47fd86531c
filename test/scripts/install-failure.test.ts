import { expect, test } from 'vitest'
import { describeInstallFailure } from '../../scripts/lib/install-failure.mjs'

test('the reason is the line that says what happened', () => {
  const output = [
    'npm warn config something',
    'npm error code ECONNREFUSED',
    'npm error syscall connect',
    'npm error errno ECONNREFUSED',
    'npm error FetchError: request to http://registry.example/zod failed, reason: connect ECONNREFUSED',
    'npm error If you are behind a proxy, please make sure that the proxy is set.',
  ]
  expect(describeInstallFailure(output.join('\n'))).toBe(
    'npm could not install the dependencies (FetchError: request to http://registry.example/zod failed, reason: connect ECONNREFUSED). ' +
      'Check the network, then run "npm ci".',
  )
})

test.each([
  ['EACCES', /cannot be written/],
  ['EROFS', /read-only/],
  ['ENOSPC', /disk is full/],
  ['EUSAGE', /npm run lockfile/],
])('%s gets advice of its own', (code, advice) => {
  const sentence = describeInstallFailure(`npm error code ${code}\nnpm error It did not work.\n`)
  expect(sentence).toMatch(/^npm could not install the dependencies \(It did not work\)[.] /)
  expect(sentence).toMatch(advice)
  expect(sentence).not.toContain('network')
})

test('without any output there is no reason', () => {
  expect(describeInstallFailure('')).toBe(
    'npm could not install the dependencies. Check the network, then run "npm ci".',
  )
})
