import type { PublicSession } from '../../builder/spec.js'

/** The session that `callbacks.session` starts from: nothing but name, address and picture. */
export function baseSession(
  user: { name?: unknown; email?: unknown; image?: unknown },
  expires: Date,
): PublicSession {
  const { name, email, image } = user
  return { user: { name, email, image }, expires: expires.toISOString() }
}
