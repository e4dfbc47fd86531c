import type { AuthSpec, LazySpec } from '../../src/builder/auth-spec.js'
import type { AuthConfigurationError } from '../../src/builder/configuration-error.js'
import { createBuilder } from '../../src/builder/create-auth.js'

/** A `createAuth` whose `.build()` returns the configuration. */
export const createAuth = createBuilder('web', (spec) => spec)

/** The configuration that a builder creates, without its types. */
export function specOf(builder: { build: unknown }): AuthSpec {
  return (builder as { build(): AuthSpec }).build()
}

/** The configuration that a lazy builder creates for a request. */
export async function resolved(builder: { build: unknown }, request?: Request): Promise<AuthSpec> {
  return (builder as { build(): LazySpec }).build().resolve(request)
}

/** The problems that `.build()` reports. */
export function sentencesOf(builder: { build(): unknown }): readonly string[] {
  try {
    builder.build()
    return []
  } catch (error) {
    return (error as AuthConfigurationError).problems.map(({ sentence }) => sentence)
  }
}
