import { expect } from 'vitest'
import type { RelyingParty } from './relying-party.js'

/** A copy of a URL with other parameters. */
export function changed(url: URL, change: (params: URLSearchParams) => void): URL {
  const copy = new URL(url)
  change(copy.searchParams)
  return copy
}

export function expectNoTokenRequest({ idp }: RelyingParty): void {
  expect(idp.requestCount('/token')).toBe(0)
}
