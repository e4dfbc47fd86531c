import { setTimeout as sleep } from 'node:timers/promises'
import type { Adapter } from '../../../src/adapters/contract.js'
import type { AuthSpec } from '../../../src/builder/auth-spec.js'
import { credentials } from '../../../src/providers/credentials.js'
import type { SessionStore, Store } from '../../../src/stores/contract.js'
import { type App, app, SECRET } from '../../support/app.js'
import { Browser } from '../../support/browser.js'

/** The effect of a scenario on the sessions of an application. */
export interface Outcome {
  /** Number of sessions that are not valid after the fault, although they were not ended. */
  readonly lost: number
  /** Number of sessions that are valid after the fault, although the user had signed out successfully. */
  readonly resurrected: number
  /** Number of 5xx responses during the fault. */
  readonly errors: number
  /** Seconds from the end of the fault until reads, sign-ins and sign-outs succeed. */
  readonly heal: number
  /** Seconds that the slowest request took. */
  readonly slowest: number
}

/** An outcome of processes whose clocks differ. */
export interface ClockOutcome extends Outcome {
  /** Number of reads that found no session while the clocks differed, although there was one. */
  readonly unseen: number
}

export interface Subject {
  readonly adapter?: Adapter
  readonly store?: Store
  /** The store for the claims of sessions, if they are not in cookies. */
  readonly sessions?: SessionStore
  readonly strategy: AuthSpec['session']['strategy']
  /** The clocks of the processes that serve the application. Default: one process, with the clock of this one. */
  readonly clocks?: readonly (() => number)[]
  /** Whether users sign in only at the first process. */
  readonly signsInAtFirst?: boolean
  readonly maxAge?: number
  /** Default: the option is not set. */
  readonly endSessionsWithStore?: boolean
}

export interface Fault {
  /** Starts the fault. */
  begin(): Promise<void> | void
  /** Ends the fault, like the operator of the server. */
  end(): Promise<void> | void
  /** Milliseconds that the fault lasts. Default: 1,500. */
  readonly lasts?: number
}

/** Number of users who stay signed in during the whole test. */
const KEPT = 8

/** Number of users who have signed out before the fault. */
const ENDED = 2

/** Number of attempts of a read after the fault. */
const ATTEMPTS = 4

type Fate = 'live' | 'ended' | 'unknown'

/** Users of an application, who read their sessions, sign in and sign out while something breaks. */
export class Oracle {
  #sites: readonly App[]
  readonly #signsInAtFirst: boolean
  readonly #sessions = new Map<Browser, Fate>()
  #adapter: Adapter | undefined
  readonly #subject: Subject
  /** The log messages of the application. */
  readonly #said: string[] = []
  /** Browsers whose cookie was deleted although their session had not ended. */
  readonly #signedOut = new Set<Browser>()
  /** Browsers that had a session after they had signed out. */
  readonly #returned = new Set<Browser>()
  #errors = 0
  #unseen = 0
  #users = 0
  #requests = 0
  #slowest = 0

  constructor(subject: Subject) {
    this.#subject = subject
    this.#signsInAtFirst = subject.signsInAtFirst ?? false
    this.#sites = this.#start(subject)
  }

  /** Replaces each process with a new process, which has separate connections. */
  restart(parts: Pick<Subject, 'adapter' | 'store' | 'sessions'>): void {
    this.#sites = this.#start({ ...this.#subject, ...parts })
  }

  #start(subject: Subject): readonly App[] {
    const { adapter, store, sessions, strategy, clocks = [Date.now], maxAge, endSessionsWithStore } = subject
    this.#adapter = adapter
    const authorize = async ({ name }: { name?: unknown }) => {
      const id = String(name)
      if (!adapter?.getUser) return { id }
      return adapter.getUser(id)
    }
    const site = (clock: () => number): App =>
      app({
        providers: [credentials({ input: { name: { label: 'Name' } }, authorize })],
        ...(adapter && { adapter }),
        clock,
        // Each read extends the session, because this takes the most work.
        session: {
          strategy,
          updateAge: 0,
          ...(sessions && { sessionStore: sessions }),
          ...(maxAge !== undefined && { maxAge }),
        },
        options: {
          secret: SECRET,
          logger: {
            error: ({ message }) => void this.#said.push(message),
            warn: (code, message) => void this.#said.push(`${code}: ${message}`),
          },
          ...(store && { store }),
          ...(endSessionsWithStore !== undefined && { endSessionsWithStore }),
        },
      })
    return clocks.map(site)
  }

  /** Runs a fault under load, and returns its effect on the sessions. */
  async run(fault: Fault, users = 16): Promise<ClockOutcome> {
    // On a busy machine, a response may miss its time limit although nothing is broken.
    for (
      let attempt = 0;
      this.#with('live').length < users || this.#with('ended').length < ENDED;
      attempt++
    ) {
      if (attempt === users * 3)
        throw new Error(`Too few sign-ins or sign-outs before the fault: ${this.#said.join(' ')}`)
      await this.#signIn()
      if (attempt % 4 === 0) await this.#someoneSignsOut()
    }
    await this.#everyone()
    this.#errors = 0
    this.#unseen = 0
    await fault.begin()
    const until = performance.now() + (fault.lasts ?? 1_500)
    while (performance.now() < until) {
      await Promise.all([this.#everyone(), this.#someoneSignsOut(), this.#signIn()])
      await sleep(20)
    }
    const errors = this.#errors
    const unseen = this.#unseen
    await fault.end()
    const heal = await this.#heal()
    for (const [browser, fate] of this.#sessions) {
      // Reads at each process in turn.
      for (let count = 0; count < this.#sites.length; count++) {
        const isSession = await this.#readAtLast(browser)
        if (fate === 'live' && !isSession) this.#signedOut.add(browser)
      }
    }
    const slowest = Math.round(this.#slowest * 100) / 100
    return { lost: this.#signedOut.size, resurrected: this.#returned.size, errors, heal, unseen, slowest }
  }

  /**
   * Whether there is a session, by a read that succeeds. On a busy machine, a read may miss its time limit
   * even without a fault.
   */
  async #readAtLast(browser: Browser): Promise<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { isSession, status } = await this.#read(browser)
      if (status < 500) return isSession
      await sleep(500)
    }
    throw new Error(`A read still fails after the fault has ended: ${this.#said.at(-1)}`)
  }

  /** Seconds until all requests of a visit succeed. */
  async #heal(): Promise<number> {
    const begin = performance.now()
    for (;;) {
      const browser = await this.#signIn()
      if (browser && (await this.#read(browser)).isSession && (await this.#signOut(browser))) {
        return Math.round(performance.now() - begin) / 1000
      }
      if (performance.now() - begin > 30_000) return Number.POSITIVE_INFINITY
      await sleep(50)
    }
  }

  async #everyone(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((browser) => this.#read(browser)))
  }

  async #read(browser: Browser): Promise<{ isSession: boolean; status: number }> {
    // A copy of the cookies, because a sign-out changes those of the user.
    const copy = this.#copyOf(browser)
    const before = this.#sessions.get(browser)
    const response = await copy.send('/auth/session')
    if (response.status >= 500) this.#errors++
    const session = response.status === 200 ? await response.json() : null
    const isSession = session !== null
    if (before === 'ended' && isSession) this.#returned.add(browser)
    // During a sign-out, either result is correct.
    if (before === 'live' && this.#sessions.get(browser) === 'live') {
      if (!isSession && response.status === 200) this.#unseen++
      if (!hasSession(copy)) this.#signedOut.add(browser)
    }
    return { isSession, status: response.status }
  }

  async #signIn(): Promise<Browser | undefined> {
    const browser = new Browser(this.#next(this.#signsInAtFirst))
    const name = await this.#newUser()
    if (name === undefined) return undefined
    const response = await browser.post('/auth/callback/credentials', { name })
    if (response.status >= 500) this.#errors++
    const succeeded =
      response.status === 302 && !response.headers.get('location')?.includes('error=') && hasSession(browser)
    if (!succeeded) return undefined
    this.#sessions.set(browser, 'live')
    return browser
  }

  /** The id of a new stored user, if users are stored. */
  async #newUser(): Promise<string | undefined> {
    const name = `user-${this.#users++}`
    if (!this.#adapter?.createUser) return name
    try {
      return (await this.#adapter.createUser({ name, email: null, emailVerified: null })).id
    } catch {
      this.#errors++
      return undefined
    }
  }

  async #someoneSignsOut(): Promise<void> {
    const live = this.#with('live')
    // Some sessions are never ended. Otherwise, the test could not find a lost session.
    if (live[0] && live.length > KEPT) await this.#signOut(live[0])
  }

  #with(fate: Fate): Browser[] {
    return [...this.#sessions].filter(([, other]) => other === fate).map(([browser]) => browser)
  }

  async #signOut(browser: Browser): Promise<boolean> {
    this.#sessions.set(browser, 'unknown')
    const acting = this.#copyOf(browser)
    const csrf = await acting.send('/auth/csrf')
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const response = await acting.send('/auth/signout', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken }),
      headers: { origin: acting.origin },
    })
    if (response.status >= 500) this.#errors++
    const succeeded = response.status === 302 && !response.headers.get('location')?.includes('error=')
    // A sign-out that failed may have done its work, and only its response was lost.
    if (succeeded) this.#sessions.set(browser, 'ended')
    return succeeded
  }

  /** The process that serves the next request: each in turn. */
  #next(isFirst = false): Browser['handle'] {
    const { handle } = this.#sites[isFirst ? 0 : this.#requests++ % this.#sites.length] as App
    return async (request) => {
      const begin = performance.now()
      try {
        return await handle(request)
      } finally {
        this.#slowest = Math.max(this.#slowest, (performance.now() - begin) / 1000)
      }
    }
  }

  #copyOf({ origin, jar }: Browser): Browser {
    return new Browser(this.#next(), origin, jar.clone())
  }
}

function hasSession({ jar }: Browser): boolean {
  return jar.names.some((name) => name.includes('session-token'))
}
