import type { Browser } from './browser.js'

/** Adds session cookies of another host of the domain, which leave no space for other cookies. */
export function fillCookies({ jar }: Browser): void {
  for (let part = 0; part < 4; part++) jar.put(`__Host-authwright.session-token.${part}`, 'x'.repeat(3_900))
}
