import { expect, test } from 'vitest'
import { trustedAudiences } from '../../../src/runtime/features/oidc/id-and-logout-token-checks.js'

interface Options {
  readonly trusted?: string[]
  readonly allowOtherAudiences?: boolean
}

const check = (aud: unknown, { trusted = [], allowOtherAudiences = false }: Options = {}) => {
  const client = { id_token_trusted_audiences: trusted }
  return trustedAudiences(
    { claims: { aud } },
    { provider: { clientId: 'client', client, allowOtherAudiences } },
  )
}

test.each([[undefined], [null], [[]]])(
  'a token with the audience %j is rejected like a token without an audience',
  (aud) => {
    for (const allowOtherAudiences of [false, true])
      expect(check(aud, { allowOtherAudiences })).toBe('`aud` is missing or empty')
  },
)

test.each([
  ['other', 'other'],
  [['client', 'other'], 'other'],
  [['client', null], 'null'],
  [[undefined], 'undefined'],
  [1, '1'],
])('a token with the audience %j is rejected, and the reason names %s', (aud, name) => {
  expect(check(aud)).toBe(
    `\`aud\` names '${name}', which \`client.id_token_trusted_audiences\` does not list`,
  )
})

test.each([
  ['client', {}],
  [['client'], {}],
  [['client', 'other'], { trusted: ['other'] }],
  [['client', 'other'], { allowOtherAudiences: true }],
])('a token with the audience %j is accepted with the options %j', (aud, options) => {
  expect(check(aud, options)).toBeFalsy()
})
