import type { Store } from '../../../stores/contract.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../base/clock.js'
import { type MacOf, macTag } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import { createEpochs } from './epochs.js'

/** A session at a provider, as identified by an ID token or a logout token. */
export interface ProviderSessionId {
  /**
   * The id of the provider and its authority, as returned by `authorityOf`. The issuer alone is not enough,
   * because another configuration may have a provider with the same issuer.
   */
  readonly authority: readonly string[]
  readonly issuer: string
  readonly sub?: string | undefined
  readonly sid?: string | undefined
}

/**
 * Sessions at providers that back-channel logout has ended. When a session at a provider ends, the sessions of
 * this application that started with it end, too.
 */
export interface EndedProviderSessions {
  /**
   * Returns the mark of a session at a provider: a string that identifies it. A session of this application
   * stores the mark when it starts, so that it ends together with the session at the provider. A mark consists
   * of visible ASCII characters without dots.
   */
  mark(session: ProviderSessionId & { readonly sub: string }): Promise<string>
  /** Whether the provider has ended the session with this mark. */
  isEnded(mark: string): Promise<boolean>
  /**
   * Ends the sessions with this `sid`, and the sessions of the account that have no `sid`. Without a `sid`,
   * ends all sessions of the account.
   */
  end(session: ProviderSessionId): Promise<void>
  /** Whether the logout token with this id was already used. */
  wasUsed(session: ProviderSessionId, jti: string): Promise<boolean>
  /**
   * Stores that the logout token with this id was used. Call it after the sessions have ended. If ending them
   * fails, the provider can then send the token again.
   *
   * @param ttl - Time for which the use is stored, in seconds.
   */
  markUsed(session: ProviderSessionId, jti: string, ttl: number): Promise<void>
}

/** The parts that `createEndedProviderSessions` needs. */
export interface EndedProviderSessionsParts {
  readonly store: Store
  readonly secrets: readonly string[]
  readonly macOf: MacOf
  /** Maximum lifetime of a session, in seconds. */
  readonly absoluteMaxAge: number
  /**
   * Whether a session ends if the epoch of its account is missing. A missing epoch means that the store was
   * emptied. See `Epochs`.
   */
  readonly endsWithStore: boolean
}

/**
 * Prefix of an epoch that a sign-in writes. It contains no dot, because epochs are part of marks, and marks
 * contain no dots.
 */
const START_PREFIX = 's_'

/** Prefix of an epoch that ends sessions. */
const END_PREFIX = 'e'

/** Separates the parts of a mark. */
const SEPARATOR = '~'

/**
 * Stores the ends of sessions at providers.
 *
 * A mark contains the account, its epoch, and the `sid` if the ID token had one. The epoch is a random value
 * that changes when all sessions of the account end.
 *
 * A logout token with a `sid` ends the sessions with that `sid`. If it has a `sub`, it also ends the sessions
 * of the account that have no `sid`, because one of them may be the session that ended at the provider.
 * Sessions without a `sid` have a separate epoch.
 *
 * Accounts and `sid`s are stored as MACs. So a session token reveals nothing about the account. Applications
 * that share a store but have different secrets do not end each other's sessions.
 *
 * @see https://openid.net/specs/openid-connect-backchannel-1_0.html#BCActions
 */
export function createEndedProviderSessions(parts: EndedProviderSessionsParts): EndedProviderSessions {
  const { store, secrets, macOf, absoluteMaxAge, endsWithStore } = parts
  const sessionTtl = absoluteMaxAge + SERVER_CLOCK_TOLERANCE_SECONDS
  const epochs = createEpochs({ store, ttl: sessionTtl, endsWithStore, startPrefix: START_PREFIX })
  const macs = secrets.map((secret) => macOf([secret], 'sessions at a provider'))
  /** The MAC under each secret, newest first. A session keeps the MAC with which it started. */
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
