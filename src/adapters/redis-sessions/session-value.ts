import type { AdapterSession } from '../contract.js'

export interface StoredSession extends Omit<AdapterSession, 'sessionToken'> {
  /** The sealed claims, if there is no adapter for users. */
  token?: string
}

export interface FoundSession extends StoredSession {
  id: string
}

/** The value of a session: the expiry, a vertical bar, and JSON. Times are in milliseconds since 1970. */
export function toValue({ expires, createdAt, lastUsedAt, ...rest }: StoredSession): string {
  const times = { createdAt: createdAt?.getTime(), lastUsedAt: lastUsedAt?.getTime() }
  return `${expires.getTime()}|${JSON.stringify({ ...rest, ...times })}`
}

export function fromValue(value: unknown): StoredSession | undefined {
  if (typeof value !== 'string') return undefined
  const bar = value.indexOf('|')
  const { createdAt, lastUsedAt, ...rest } = JSON.parse(value.slice(bar + 1)) as Record<string, unknown>
  return {
    ...(rest as unknown as Pick<StoredSession, 'userId'>),
    expires: new Date(Number(value.slice(0, bar))),
    ...(typeof createdAt === 'number' && { createdAt: new Date(createdAt) }),
    ...(typeof lastUsedAt === 'number' && { lastUsedAt: new Date(lastUsedAt) }),
  }
}

export function fromFields(reply: unknown): FoundSession[] {
  const fields = reply as readonly string[]
  const sessions: FoundSession[] = []
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const session = fromValue(fields[index + 1])
    if (session) sessions.push({ id: String(fields[index]), ...session })
  }
  return sessions
}
