import type { Awaitable } from '../../model/awaitable.js'
import type { PasswordResult } from '../../model/password.js'
import type { FetchOptions, TokensOptions, TokensResult } from '../../model/provider-tokens.js'
import type { SessionInfo } from '../../model/session-info.js'
import { openServerExchange } from '../core/exchange.js'
import { explain, explanationOf } from '../core/handle.js'
import type { ResponseCookie } from '../core/http/cookies.js'
import type { Incoming } from '../core/http/incoming.js'
import type { Interpreter } from '../core/interpreter.js'
import type { App, Exchange } from '../core/object-lifetimes.js'
import type { PasswordCalls } from '../core/provider-flow.js'
import { type ReadOptions, readSession } from '../core/sessions/read-session.js'
import { loadTokens } from '../features/tokens/feature.js'
import type { PasswordCallOptions } from './passwords.js'
import type { CallingRequest, Conventions, ServerCall, Session, SignInOptions } from './server-call.js'
import type { SignOutOptions } from './sign-out.js'

export async function loadApi(): Promise<typeof import('./api.js')> {
  return import('./api.js')
}

/** Returns the request as if its client had already received a response that sets these cookies. */
export type CurrentRequest = (changes: readonly ResponseCookie[]) => Incoming

export interface CookieWriter {
  /** Sets cookies of the response. Throws if the response can no longer set cookies. */
  set(cookies: readonly ResponseCookie[]): void
  /** Whether `set` threw this error because the response can no longer set cookies. */
  isLate(error: unknown): boolean
}

/** A class instead of closures, so that opening a request creates only one object. */
export class OpenRequest implements CallingRequest {
  readonly #request: Incoming | CurrentRequest
  readonly #cookies: CookieWriter | undefined
  readonly #conventions: Conventions
  readonly #interpreter: Interpreter
  #changes: Map<string, ResponseCookie> | undefined
  #app: Awaitable<App> | undefined
  #session: Promise<Session | null> | undefined
  #failure: unknown
  lastCall: ServerCall | undefined

  constructor(
    request: Incoming | CurrentRequest,
    cookies: CookieWriter | undefined,
    interpreter: Interpreter,
    conventions: Conventions,
  ) {
    this.#request = request
    this.#cookies = cookies
    this.#interpreter = interpreter
    this.#conventions = conventions
  }

  session(): Promise<Session | null> {
    this.#session ??= this.#read()
    return this.#session
  }

  async signIn(
    provider: string | undefined,
    options: SignInOptions,
    params: URLSearchParams = new URLSearchParams(),
  ): Promise<string> {
    const call = await this.call()
    const { signInOnServer } = await loadApi()
    return this.#changed(call, await signInOnServer(provider, options, call, params))
  }

  async signOut(options: SignOutOptions): Promise<string> {
    const call = await this.call()
    const { signOutOnServer } = await loadApi()
    return this.#changed(call, await signOutOnServer(options, call))
  }

  async update(data: unknown): Promise<Session | null> {
    const call = await this.call()
    const { asSent, checkedUpdate } = await loadApi()
    const update = await checkedUpdate(asSent(data), call.app)
    return this.#changed(call, (await readSession(call.exchange, { update: () => update })) ?? null)
  }

  async passwords(
    name: keyof PasswordCalls,
    input: object,
    options: PasswordCallOptions = {},
  ): Promise<PasswordResult> {
    const call = await this.call()
    const { callPasswords } = await loadApi()
    return this.#changed(call, await callPasswords(name, input, options, call))
  }

  async tokens(provider: string, options: TokensOptions = {}): Promise<TokensResult> {
    const { app, exchange } = await this.call()
    const { tokensOfSession } = await loadTokens()
    const result = await tokensOfSession(exchange, provider, options, app)
    await this.#refreshed(exchange)
    return result
  }

  fetch(
    provider: string,
    options: FetchOptions = {},
  ): (url: string | URL, init?: RequestInit) => Promise<Response> {
    return async (url, init) => {
      const { app, exchange } = await this.call()
      const { providerFetch } = await loadTokens()
      // Refreshed tokens are stored in the cookie even if the request fails.
      return providerFetch(url, init, provider, options, app, exchange).finally(() =>
        this.#refreshed(exchange),
      )
    }
  }

  async #refreshed(exchange: Exchange): Promise<void> {
    if (this.#cookies && exchange.setCookies.length > 0) await this.#extend(exchange, this.#cookies)
  }

  sessionUnchanged(): Promise<Session | null> {
    return this.#read({ writes: false })
  }

  async describedSession(): Promise<SessionInfo | null> {
    const { exchange } = await this.call()
    const { sessionOf } = await loadApi()
    return sessionOf(exchange)
  }

  async #read({ writes = true }: Pick<ReadOptions, 'writes'> = {}): Promise<Session | null> {
    const incoming = this.#incoming()
    try {
      const exchange = openServerExchange(incoming, await this.app(incoming))
      const session = await readSession(exchange, { setsCookies: this.#cookies !== undefined, writes })
      if (this.#cookies && writes && exchange.setCookies.length > 0)
        await this.#extend(exchange, this.#cookies)
      return session ?? null
    } catch (error) {
      throw await this.#explained(error, incoming)
    }
  }

  async #extend(exchange: Exchange, writer: CookieWriter): Promise<void> {
    try {
      await this.#set(exchange, writer)
    } catch (error) {
      if (!writer.isLate(error)) throw error
    }
  }

  async #set(exchange: Exchange, writer: CookieWriter | undefined): Promise<void> {
    if (exchange.setCookies.length === 0) return
    const { keepWithinBudget } = await loadApi()
    keepWithinBudget(exchange, exchange.site.cookies)
    const cookies = [...exchange.setCookies]
    writer?.set(cookies)
    this.#changes ??= new Map()
    for (const cookie of cookies) this.#changes.set(cookie.name, cookie)
  }

  async #changed<Result>(call: ServerCall, result: Result): Promise<Result> {
    await this.#set(call.exchange, this.#cookies)
    this.#session = undefined
    return result
  }

  #incoming(): Incoming {
    const request = this.#request
    return typeof request === 'function' ? request([...(this.#changes?.values() ?? [])]) : request
  }

  app(incoming: Incoming = this.#incoming()): Awaitable<App> {
    this.#app ??= this.#interpreter.app(incoming)
    return this.#app
  }

  explanation(): Response | undefined {
    return explanationOf(this.#failure)
  }

  async call(): Promise<ServerCall> {
    const incoming = this.#incoming()
    try {
      const app = await this.app(incoming)
      const exchange = openServerExchange(incoming, app)
      this.lastCall = { incoming, app, exchange, conventions: this.#conventions }
      return this.lastCall
    } catch (error) {
      throw await this.#explained(error, incoming)
    }
  }

  async #explained(error: unknown, incoming: Incoming): Promise<unknown> {
    await explain(error, incoming, this.#interpreter)
    this.#failure = error
    return error
  }
}
