import type { Exchange } from '../request/exchange.js'
import { RETURN_ADDRESS } from './to-answer.js'

/** Whether the request comes from a browser that shows the answer, and not from a script that reads it. */
export function expectsPage({ request: { headers } }: Exchange): boolean {
  return !headers.has(RETURN_ADDRESS) && headers.get('accept')?.includes('text/html') === true
}
