import { afterEach } from 'vitest'
import type { App } from './app.js'
import { Postconditions, type Watched } from './postconditions.js'

/** A request handler that checks each response for the conditions that must always hold. */
export type WatchedHandle = (request: Request) => Promise<Response>

/** Watches applications of a file's tests, and checks after each test what it left behind: G1 to G8. */
export function watching(): (app: App, more?: Partial<Watched>) => WatchedHandle {
  const started: Postconditions[] = []
  afterEach(() => {
    for (const postconditions of started.splice(0)) postconditions.checkRemains()
  })
  return (app, more = {}) => {
    const postconditions = new Postconditions({
      app,
      origin: 'https://app.test',
      providerOrigins: [],
      ...more,
    })
    started.push(postconditions)
    return (request) => postconditions.handle(request)
  }
}
