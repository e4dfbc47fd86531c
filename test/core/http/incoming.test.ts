import { expect, test } from 'vitest'
import { afterChanges, peerAddress, withPeerAddress } from '../../../src/runtime/core/http/incoming.js'

test('a request with changed cookies keeps its method, other headers and members added by servers', () => {
  const original = new Request('https://app.test/inside?a=b', {
    method: 'POST',
    body: 'field=value',
    headers: { cookie: 'first=1; second=2', origin: 'https://app.test' },
  })
  // `defineProperty` instead of an assignment, because `cf` has only a getter in workerd.
  withPeerAddress(Object.defineProperty(original, 'cf', { value: { country: 'IS' } }), '203.0.113.7')
  const { method, url, request } = afterChanges(original, [{ name: 'second', value: '3', options: {} }])
  expect([method, url]).toEqual(['POST', 'https://app.test/inside?a=b'])
  expect(request()).toMatchObject({ method: 'POST', url, cf: { country: 'IS' } })
  expect(Object.fromEntries(request().headers)).toMatchObject({
    cookie: 'first=1; second=3',
    origin: 'https://app.test',
  })
  expect(peerAddress(request())).toBe('203.0.113.7')
})
