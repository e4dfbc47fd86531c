import type { Store } from '../../../stores/contract.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../base/clock.js'
import { type MacOf, macTag } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import { createEpochs } from './epochs.js'

export interface ProviderSessionId {
  /**
   * The result of `authorityOf`. The issuer alone is ambiguous, because another configuration may use the
   * same issuer.
   */
  readonly authority: readonly string[]
  readonly issuer: string
  readonly sub?: string | undefined
  readonly sid?: string | undefined
}

/** Sessions at providers that back-channel logout has ended. */
export interface EndedProviderSessions {
  /**
   * Returns a string to store in a new session, so that it ends together with the session at the provider. It
   * consists of visible ASCII characters without dots.
   */
  mark(session: ProviderSessionId & { readonly sub: string }): Promise<string>
  isEnded(mark: string): Promise<boolean>
  /**
   * Ends the sessions with this `sid`. With a `sub`, also ends the sessions of the account that have no `sid`.
   * With a `sub` but without a `sid`, ends all sessions of the account.
   */
  end(session: ProviderSessionId): Promise<void>
  wasUsed(session: ProviderSessionId, jti: string): Promise<boolean>
  /**
   * Stores that a logout token was used. Call it after the sessions have ended. If ending them fails, the
   * provider can send the token again.
   *
   * @param ttl - Time for which the use is stored, in seconds.
   */
  markUsed(session: ProviderSessionId, jti: string, ttl: number): Promise<void>
}

export interface EndedProviderSessionsParts {
  readonly store: Store
  readonly secrets: readonly string[]
  readonly macOf: MacOf
  /** In seconds. */
  readonly absoluteMaxAge: number
  /** Whether a session ends if the epoch of its account is missing. See `Epochs`. */
  readonly endsWithStore: boolean
}

/** Prefix of epochs that a sign-in writes. It has no dot, because marks contain epochs but no dots. */
const START_PREFIX = 's_'

const END_PREFIX = 'e'

const SEPARATOR = '~'

/**
 * Stores which sessions at providers have ended. A logout token with a `sid` and a `sub` also ends the
 * sessions without a `sid`: any of them may be the session that ended at the provider. So these sessions have
 * a separate epoch. Accounts and `sid`s are stored as MACs, so a session token reveals nothing about the
 * account.
 *
 * @see https://openid.net/specs/openid-connect-backchannel-1_0.html#BCActions
 */
export function createEndedProviderSessions(parts: EndedProviderSessionsParts): EndedProviderSessions {
  const { store, secrets, macOf, absoluteMaxAge, endsWithStore } = parts
  const sessionTtl = absoluteMaxAge + SERVER_CLOCK_TOLERANCE_SECONDS
  const epochs = createEpochs({ store, ttl: sessionTtl, endsWithStore, startPrefix: START_PREFIX })
  const macs = secrets.map((secret) => macOf([secret], 'sessions at a provider'))
  /** Returns a tag under each secret, newest first. A session keeps the MAC with which it started. */
  const tagsOf = (kind: string, { authority, issuer }: ProviderSessionId, id: string): Promise<string[]> =>
    Promise.all(macs.map((mac) => macTag(mac, JSON.stringify([kind, ...authority, issuer, id]))))
  const accountKey = (tag: string): string => `provider-account:${tag}`
  const sidKey = (tag: string): string => `provider-session:${tag}`
  const tokenKey = (tag: string): string => `logout-token:${tag}`
  const setAll = async (
    tags: readonly string[],
    keyOf: (tag: string) => string,
    value: string,
  ): Promise<void> => {
    await Promise.all(tags.map((tag) => store.set(keyOf(tag), value, sessionTtl)))
  }

  return {
    async mark(session) {
      const { sub, sid } = session
      const [accountTag = ''] = await tagsOf(sid === undefined ? 'account' : 'account of a sid', session, sub)
      const [sidTag = ''] = sid === undefined ? [] : await tagsOf('sid', session, sid)
      const epoch = await epochs.atStart(accountKey(accountTag))
      return [accountTag, epoch ?? '', sidTag].join(SEPARATOR)
    },

    async isEnded(mark) {
      const [accountTag = '', epoch = '', sidTag = ''] = mark.split(SEPARATOR)
      const [current, ended] = await Promise.all([
        store.get(accountKey(accountTag)),
        sidTag === '' ? null : store.get(sidKey(sidTag)),
      ])
      return ended !== null || epochs.haveEnded(current, epoch === '' ? undefined : epoch)
    },

    async end(session) {
      const { sub, sid } = session
      const epoch = END_PREFIX + randomToken(9)
      if (sid !== undefined) await setAll(await tagsOf('sid', session, sid), sidKey, 'ended')
      if (sub === undefined) return
      await setAll(await tagsOf('account', session, sub), accountKey, epoch)
      if (sid === undefined) await setAll(await tagsOf('account of a sid', session, sub), accountKey, epoch)
    },

    async wasUsed(session, jti) {
      const tags = await tagsOf('token', session, jti)
      const values = await Promise.all(tags.map((tag) => store.get(tokenKey(tag))))
      return values.some((value) => value !== null)
    },

    async markUsed(session, jti, ttl) {
      const tags = await tagsOf('token', session, jti)
      await Promise.all(tags.map((tag) => store.set(tokenKey(tag), 'used', ttl)))
    },
  }
}
