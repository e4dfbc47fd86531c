import { asError } from '../../core/base/as-error.js'
import type { App } from '../../core/object-lifetimes.js'
import type { GuardedAdapter } from '../../core/storage/guarded-adapter.js'

interface StoredLink {
  readonly address: string
  readonly hash: string
  readonly expires: Date
}

/**
 * Invalidates the earlier links to an e-mail address. If the store has lost their hashes, they stay valid until
 * they expire.
 */
export async function replaceEarlierLinks(
  link: StoredLink,
  adapter: GuardedAdapter,
  app: App,
): Promise<void> {
  const { address, hash } = link
  try {
    for (const token of await changeValid(link, () => [hash], app))
      await adapter.useVerificationToken({ identifier: address, token })
  } catch (error) {
    app.logger.error(asError(error))
  }
}

/**
 * Stores a link whose mail is late. The mail may never be sent, so the earlier links stay valid. The next
 * mail invalidates all of them.
 */
export async function rememberLateLink(link: StoredLink, app: App): Promise<void> {
  await changeValid(link, (earlier) => [...earlier, link.hash], app).catch((error: unknown) =>
    app.logger.error(asError(error)),
  )
}

/**
 * Replaces the stored hashes of the valid links to an e-mail address, and returns the previous hashes. Two
 * concurrent mails may both stay valid, so that each browser can use the code of its mail.
 */
async function changeValid(
  { address, expires }: StoredLink,
  change: (earlier: readonly string[]) => readonly string[],
  { store, mac, clock }: App,
): Promise<readonly string[]> {
  const key = `mail-newest:${await mac('newest mail').sign(address)}`
  const earlier = (await store.get(key))?.split(' ') ?? []
  await store.set(key, change(earlier).join(' '), Math.max(1, (expires.getTime() - clock()) / 1000))
  return earlier
}
