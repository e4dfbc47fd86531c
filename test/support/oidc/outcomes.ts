import { expect } from 'vitest'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import type { Behaviour } from '../../../src/testing.js'
import type { relyingParties } from './relying-party.js'

/** Signs in with a provider that behaves in this way, and checks the result. */
export type Outcome = (behaviour: Partial<Behaviour>, provider?: Partial<OIDCProvider>) => Promise<void>

export interface Outcomes {
  readonly accepts: Outcome
  /** Expects that no user is signed in, although the token endpoint received a request. */
  readonly refuses: Outcome
}

export function outcomes(start: ReturnType<typeof relyingParties>): Outcomes {
  return {
    async accepts(behaviour, provider = {}) {
      const party = await start({ provider })
      party.idp.misbehave(behaviour)
      await party.expectSignedIn(await party.signIn())
    },
    async refuses(behaviour, provider = {}) {
      const party = await start({ provider })
      party.idp.misbehave(behaviour)
      await party.expectRefused(await party.signIn())
      expect(party.idp.requestCount('/token')).toBe(1)
    },
  }
}

/** `undefined` removes a claim. */
export function withClaims(changes: Record<string, unknown>): Behaviour['claims'] {
  return (claims) => ({ ...claims, ...changes })
}
