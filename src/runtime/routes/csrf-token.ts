import { setCookies } from '../http/cookies.js'
import type { Exchange } from '../http/exchange.js'

/** The token that the forms of a page repeat; its cookie is set where the browser has none that fits. */
export async function csrfToken(exchange: Exchange): Promise<string> {
  const { csrf, sessions } = exchange.site
  const { token, cookie } = await csrf.current(exchange.cookies, await sessions.key(exchange))
  if (cookie) setCookies(exchange, [cookie])
  return token
}
