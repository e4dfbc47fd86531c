import { AuthError } from '../../errors.js'
import type { Awaitable } from '../../model/awaitable.js'
import type { Clocked, Health, HealthOptions, PartHealth } from '../../model/health.js'
import { asError } from '../core/base/as-error.js'
import { SERVER_CLOCK_TOLERANCE_SECONDS } from '../core/base/clock.js'
import { inTime } from '../core/base/in-time.js'
import { membersOf } from '../core/base/members-of.js'
import type { Incoming } from '../core/http/incoming.js'
import type { App } from '../core/object-lifetimes.js'
import { agreement } from '../core/routes/compare-secrets.js'

/** Default time limit. Many load balancers wait only five seconds. */
const TIME_LIMIT_MS = 2_000

const MAX_TIME_LIMIT_MS = 60_000

export async function checkHealth(
  resolve: () => Awaitable<App>,
  incomingOf: () => Incoming | undefined,
  { deep = false, timeLimit = TIME_LIMIT_MS }: Pick<HealthOptions, 'deep' | 'timeLimit'> = {},
): Promise<Health> {
  try {
    if (!(typeof timeLimit === 'number' && timeLimit >= 1 && timeLimit <= MAX_TIME_LIMIT_MS)) {
      throw new RangeError(
        `The option timeLimit of health() must be from 1 to ${MAX_TIME_LIMIT_MS} milliseconds.`,
      )
    }
    const app = await inTime(resolve(), timeLimit)
    return deep ? await checkParts(app, incomingOf(), timeLimit) : { ok: true }
  } catch (error) {
    return { ok: false, reason: reasonOf(asError(error)) }
  }
}

async function checkParts(app: App, incoming: Incoming | undefined, timeLimit: number): Promise<Health> {
  const { adapter, store, storedClaims, spec, clock } = app
  const readReplica = (spec.adapter as Replicated | undefined)?.['~replica']
  const check: Check = (part, read) => checkPart(clock, part, read, timeLimit)
  const [database, replica, stored, secrets] = await Promise.all([
    adapter &&
      check(spec.adapter, async () => {
        if (adapter.has('getUser')) await adapter.getUser(NOBODY)
        else if (adapter.has('getSessionAndUser')) await adapter.getSessionAndUser(NOBODY)
      }),
    readReplica && check(undefined, async () => readReplica(NOBODY)),
    check(spec.options.store, async () => {
      await store.get('health:probe')
      await storedClaims?.find(NOBODY)
    }),
    inTime(compareSecrets(app, incoming), timeLimit).catch(() => undefined),
  ])
  if (database?.warning !== undefined) app.warnOnce('database-settings', database.warning)
  const ahead = [database?.clockAhead, stored.clockAhead].filter((offset) => offset !== undefined)
  const differs = ahead.some((offset) => Math.abs(offset) > SERVER_CLOCK_TOLERANCE_SECONDS * 1000)
  return {
    ok: stored.ok && database?.ok !== false,
    clock: differs ? 'differs' : 'ok',
    ...(secrets && { secrets }),
    ...(database && { database }),
    ...(replica && { replica }),
    store: stored,
  }
}

async function compareSecrets(app: App, incoming: Incoming | undefined): Promise<Health['secrets']> {
  const { url } = app.environment
  if (app.store.scope === 'process') return undefined
  if (incoming) return agreement(app.siteOf(app.originOf(incoming)), 'read')
  if (url === undefined) return undefined
  const { origin, protocol } = new URL(url)
  return agreement(app.siteOf({ origin, secure: protocol === 'https:' }), 'read')
}

/** Id of a user that does not exist. It is a UUID, because some databases accept only UUIDs as ids. */
const NOBODY = '00000000-0000-4000-8000-000000000000'

type Check = (part: object | undefined, read: () => Promise<void>) => Promise<PartHealth>

async function checkPart(
  clock: App['clock'],
  part: object | undefined,
  read: () => Promise<void>,
  timeLimit: number,
): Promise<PartHealth> {
  const begin = performance.now()
  const elapsed = (): number => Math.round(performance.now() - begin)
  try {
    const clockAhead = await inTime(
      read().then(() => offsetOf(clock, part)),
      timeLimit,
    )
    const milliseconds = elapsed()
    // Without the warning, the database still counts as healthy.
    const remaining = Math.max(1, timeLimit - milliseconds)
    const warning = await inTime((part as Warned | undefined)?.['~warning']?.(), remaining).catch(
      () => undefined,
    )
    return {
      ok: true,
      milliseconds,
      ...(clockAhead !== undefined && { clockAhead }),
      ...(typeof warning === 'string' && { warning }),
    }
  } catch (error) {
    return { ok: false, milliseconds: elapsed(), reason: reasonOf(asError(error)) }
  }
}

interface Replicated {
  '~replica'?(sessionToken: string): Promise<void>
}

interface Warned {
  '~warning'?(): Promise<string | undefined>
}

/**
 * Returns the milliseconds by which the remote clock is ahead, assuming that it was read half-way between
 * call and response.
 */
async function offsetOf(clock: App['clock'], part: object | undefined): Promise<number | undefined> {
  const { serverTime } = membersOf(part) as Partial<Clocked>
  if (!serverTime) return undefined
  const before = clock()
  const time = await serverTime.call(part)
  return Math.round(time.getTime() - (before + clock()) / 2)
}

function reasonOf(error: Error): string {
  const cause = error instanceof AuthError ? error.cause?.err : undefined
  return cause instanceof AuthError ? reasonOf(cause) : (cause ?? error).message
}
