import { sha256 } from '#sha256'
import { asError } from '../base/as-error.js'
import { membersOf } from '../base/members-of.js'
import { macsOf, macTag } from '../crypto/mac.js'
import { type SecretSite, siteName } from '../sessions/secrets-in-use.js'

/** Three times `INTERVAL_SECONDS` of `secrets-in-use.ts`. */
const MAX_AGE_SECONDS = 180

/** Maximum number of stored sets. A rotation needs two sets. */
const MAX_SETS = 10

/** Maximum number of attempts to write the entry, because other processes may write it at the same time. */
const MAX_TRIES = 5

interface SecretSet {
  /** Fingerprints of the secrets. The first secret seals, and all can open. */
  readonly tags: readonly string[]
  /** Fingerprints of the secrets for session tokens. Earlier versions of Authwright do not store them. */
  readonly sessionTags?: readonly string[]
  /** Last time at which a process wrote this set, in seconds since 1970. */
  readonly at: number
}

/** Logs a warning if other processes have different secrets. Never rejects. */
export async function compareSecrets(site: SecretSite): Promise<void> {
  const { app } = site
  try {
    if ((await agreement(site, 'write')) === 'same') return
    app.logger.warn(
      'secrets-differ',
      `Processes of ${site.hostname} have different secrets. Values that one process seals, such as sign-ins in progress and sessions of strategy 'jwt', are not valid in another process. In all processes, first set the new secret as AUTH_SECRET_NEXT, or last in the list of the option \`secret\` or of \`.jwt({ secret })\`: see "Rotating the secret" in docs/deployment.md.`,
    )
  } catch (error) {
    app.logger.debug('the secrets of other processes are not known', { error: asError(error).message })
  }
}

export async function agreement(site: SecretSite, access: 'read' | 'write'): Promise<'same' | 'differ'> {
  const { host, secrets, store, clock, spec } = site.app
  const name = await sha256(siteName(site))
  const macOf = host.get(macsOf)
  const tagsOf = (list: readonly string[]): Promise<readonly string[]> =>
    Promise.all(list.map((secret) => macTag(macOf([secret], 'secrets in use'), name)))
  const tags = await tagsOf(secrets)
  const sessionTags = spec.jwt.secret === undefined ? tags : await tagsOf([spec.jwt.secret].flat())
  const current: SecretSet = { tags, sessionTags, at: 0 }
  const key = `secrets:${name}`
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const now = Math.floor(clock() / 1000)
    const stored = await store.get(key)
    const others = parse(stored).filter(
      (each) => Math.abs(now - each.at) < MAX_AGE_SECONDS && !isSame(each, current),
    )
    const value = JSON.stringify([{ ...current, at: now }, ...others].slice(0, MAX_SETS))
    if (access === 'write' && !(await store.compareAndSet(key, stored, value, MAX_AGE_SECONDS))) continue
    return others.every((other) => opens(current, other) && opens(other, current)) ? 'same' : 'differ'
  }
  // Other processes wrote the entry each time. The next check compares the secrets again.
  return 'same'
}

function isSame(one: SecretSet, other: SecretSet): boolean {
  return one.tags.join() === other.tags.join() && one.sessionTags?.join() === other.sessionTags?.join()
}

/** Whether processes with these secrets can open what the other processes seal. */
function opens({ tags, sessionTags }: SecretSet, sealing: SecretSet): boolean {
  const [sealingTag = ''] = sealing.tags
  const [sessionTag] = sealing.sessionTags ?? []
  const isSessionTagKnown = sessionTags !== undefined && sessionTag !== undefined
  return tags.includes(sealingTag) && (!isSessionTagKnown || sessionTags.includes(sessionTag))
}

/** Parses the entry in the store. Other values are ignored, and overwritten by the next write. */
function parse(stored: string | null): readonly SecretSet[] {
  try {
    const sets: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(sets) ? sets.filter(isSecretSet) : []
  } catch {
    return []
  }
}

function isSecretSet(set: unknown): set is SecretSet {
  const { tags, sessionTags, at } = membersOf(set)
  return (
    typeof at === 'number' && Array.isArray(tags) && (sessionTags === undefined || Array.isArray(sessionTags))
  )
}
