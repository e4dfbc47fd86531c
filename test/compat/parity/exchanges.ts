import { compare, type Difference, observe } from './observe.js'
import { type SiteOptions, type World, worlds } from './world.js'

/** An action at the site of one library. It is repeated at the site of the other library. */
export type Act = (world: World) => Promise<Response>

/** Sends the same requests to both libraries. */
export interface Exchanges {
  /** Runs an action with both libraries, and compares the responses. */
  (label: string, act: Act): Promise<void>
  /** Changes the sites of both libraries. */
  each(change: (world: World) => unknown): Promise<void>
}

/** The result of a scenario. */
export interface Findings {
  readonly count: number
  readonly differences: readonly Difference[]
}

export async function run(
  name: string,
  options: SiteOptions,
  scenario: (exchange: Exchanges) => Promise<void>,
): Promise<Findings> {
  const [theirs, ours] = await worlds(options)
  const differences: Difference[] = []
  let count = 0
  const exchange = async (label: string, act: Act): Promise<void> => {
    const seen = async (world: World): Promise<Awaited<ReturnType<typeof observe>>> => {
      world.told = []
      const response = await act(world)
      return observe(response, world.told)
    }
    count++
    differences.push(...compare(`${name}: ${label}`, await seen(theirs), await seen(ours)))
  }
  const each: Exchanges['each'] = async (change) => {
    for (const world of [theirs, ours]) await change(world)
  }
  await scenario(Object.assign(exchange, { each }))
  return { count, differences }
}

/** Sends a form with the browser's token. */
export function form(
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Act {
  return async (world) => {
    const csrfToken = await world.browser.csrfToken()
    world.told = []
    const body = new URLSearchParams({ csrfToken, ...fields })
    return world.browser.send(path, {
      method: 'POST',
      body,
      headers: { origin: 'https://app.test', ...headers },
    })
  }
}

export function get(path: string, headers: Record<string, string> = {}): Act {
  return ({ browser }) => browser.send(path, { headers })
}

/** Starts a sign-in with a provider and returns from it. Only the response to the return is compared. */
export function comeBack(
  id: string,
  fields: Record<string, string> = {},
  change: (callback: URL, world: World) => URL = (callback) => callback,
  headers: Record<string, string> = {},
): Act {
  return async (world) => {
    const start = await form(`/auth/signin/${id}`, fields)(world)
    const callback = change(world.idp.authorize(new URL(start.headers.get('location') ?? '')), world)
    world.told = []
    return world.browser.send(callback.pathname + callback.search, { headers })
  }
}
