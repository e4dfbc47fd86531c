import { AccessDenied, RateLimited } from '../../../errors.js'
import type { SignUpParams } from '../../../model/user.js'
import { backgroundWork } from '../../core/background-work.js'
import { asError } from '../../core/base/as-error.js'
import { delay } from '../../core/base/delay.js'
import { CallTimeout } from '../../core/base/in-time.js'
import { membersOf } from '../../core/base/members-of.js'
import { report } from '../../core/http/error-report.js'
import { FetchError } from '../../core/http/fetch.js'
import { allowSignUp } from '../../core/login/sign-up.js'
import type { App, Exchange } from '../../core/object-lifetimes.js'
import { type AllowedMail, createMailCounts, type RequestedMail } from './mail-counts.js'

/** Duration that is assumed until the first mail has been sent. */
const DEFAULT_MAIL_MS = 200

const MAX_DURATIONS = 16

/** Long enough for sites that send few mails. */
const DURATIONS_TTL_SECONDS = 30 * 86_400

/**
 * Some requests leave out a step, such as sending a mail. A pace makes them take as long as requests with this
 * step, so that the response time does not reveal whether a mail was sent.
 */
export interface Pace {
  /** Stores the time since the start, as the duration of the step. Does not wait for the store. */
  remember(): void
  /** Waits until a random duration, similar to the remembered durations, has passed since the start. */
  wait(): Promise<void>
}

async function startPace(name: string, defaultMs: number, { store, host, logger }: App): Promise<Pace> {
  const key = `mail-pace:${encodeURIComponent(name)}`
  const lastDurations = async (): Promise<number[]> => ((await store.get(key))?.split(' ') ?? []).map(Number)
  // Every request reads the durations. If only requests without the step did, they would take longer.
  const durations = await lastDurations()
  const start = performance.now()
  const elapsed = (): number => performance.now() - start
  const add = async (duration: number): Promise<void> => {
    const all = [...(await lastDurations()), Math.round(duration * 10) / 10]
    await store.set(key, all.slice(-MAX_DURATIONS).join(' '), DURATIONS_TTL_SECONDS)
  }
  return {
    remember() {
      const added = add(elapsed())
      host.get(backgroundWork).run(added.catch((error: unknown) => logger.error(asError(error))))
    },
    async wait() {
      const rest = randomDuration(durations.length > 0 ? durations : [defaultMs]) - elapsed()
      // A timer always takes at least a millisecond.
      if (rest >= 1) await delay(rest)
    },
  }
}

export function startMailPace(name: string, app: App): Promise<Pace> {
  return startPace(name, DEFAULT_MAIL_MS, app)
}

/**
 * Returns a random duration between two of `durations`, because an exact repetition of one would reveal that
 * no mail was sent. A single duration is varied by up to a quarter.
 */
function randomDuration(durations: readonly number[]): number {
  const [first = 0] = durations
  const sorted = durations.length > 1 ? [...durations].sort((a, b) => a - b) : [first * 0.75, first * 1.25]
  const position = Math.random() * (sorted.length - 1)
  const [low = 0, high = low] = sorted.slice(Math.floor(position))
  return low + (high - low) * (position % 1)
}

async function runOrWait(step: (() => Promise<unknown>) | undefined, pace: Pace): Promise<void> {
  if (!step) return pace.wait()
  try {
    await step()
  } finally {
    pace.remember()
  }
}

/**
 * Counts a mail, and calls `decide`. If a limit or the application refuses the mail, logs the refusal and
 * returns `undefined`. After any other error, the mail is removed from the counts.
 */
export async function unlessRefused<Result>(
  mail: RequestedMail,
  decide: () => Promise<Result>,
  app: App,
  exchange: Exchange,
): Promise<{ readonly allowed: AllowedMail; readonly decision: Result } | undefined> {
  let allowed: AllowedMail | undefined
  try {
    allowed = await app.get(createMailCounts).begin(mail, exchange)
    return { allowed, decision: await decide() }
  } catch (error) {
    if (error instanceof RateLimited || error instanceof AccessDenied) {
      report(error, app.logger)
      return undefined
    }
    await takeBack(allowed, app)
    throw error
  }
}

async function takeBack(mail: AllowedMail | undefined, { logger }: App): Promise<void> {
  await mail?.takeBack().catch((error: unknown) => logger.error(asError(error)))
}

interface Discretion {
  readonly pace: Pace
  /**
   * Whether an error of sending may be thrown. If the application withholds mails to some e-mail addresses, the
   * error would reveal that this mail was not withheld.
   */
  readonly mayReveal: boolean
}

/**
 * Sends a mail. Without `send`, waits as long as sending a mail usually takes. Returns whether the mail was
 * sent.
 */
export async function sendOrWithhold(
  send: (() => Promise<void>) | undefined,
  { pace, mayReveal }: Discretion,
  { logger }: App,
): Promise<boolean> {
  try {
    await runOrWait(send, pace)
  } catch (error) {
    if (mayReveal) throw error
    report(asError(error), logger)
    return false
  }
  return send !== undefined
}

/**
 * Sends a mail that was counted, and subtracts it from the count if sending fails. A mail that takes too long
 * stays counted, because it may still be sent.
 */
export async function sendCounted(send: () => Promise<void>, allowed: AllowedMail, app: App): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!mayStillBeSent(error)) await takeBack(allowed, app)
    throw error
  }
}

export function mayStillBeSent(error: unknown): boolean {
  const { err } = membersOf(asError(error).cause)
  if (err instanceof FetchError) return err.reason === 'timeout' || err.reason === 'aborted'
  return err instanceof CallTimeout
}

export function mayRefuseSignUp({ spec: { signUp = 'open' } }: App): boolean {
  return signUp !== 'open'
}

/**
 * Runs the sign-up policy for a mail to a new user. For an existing user, `params` is `undefined`, and the
 * function waits as long as the policy usually takes.
 */
export async function allowSignUpMail(
  provider: string,
  params: Omit<SignUpParams, 'provider' | 'verificationRequest'> | undefined,
  app: App,
  { origin }: Exchange,
): Promise<void> {
  const decide =
    params && (() => allowSignUp({ ...params, provider, verificationRequest: true }, app, origin))
  if (typeof app.spec.signUp === 'function')
    await runOrWait(decide, await startPace(`${provider} policy`, 0, app))
  else await decide?.()
}
