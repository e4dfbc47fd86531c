import type { Incoming } from './incoming.js'
import { RETURN_ADDRESS } from './to-answer.js'

/** Whether the request comes from a browser that shows the answer, and not from a script that reads it. */
export function expectsPage({ headers }: Pick<Incoming, 'headers'>): boolean {
  return !headers.has(RETURN_ADDRESS) && headers.get('accept')?.includes('text/html') === true
}
