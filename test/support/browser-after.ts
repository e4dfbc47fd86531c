import type { SignedIn } from '../../src/testing.js'

/** The part of a browser with cookies that sends requests. */
export type Who = Pick<SignedIn<unknown>, 'request'>

/** A request of a browser that has received a response: its cookies are added, or deleted. */
export function browserAfter(who: Who, response: Response): Who {
  const changed = new Map(
    response.headers.getSetCookie().map((cookie) => {
      const [pair = '', ...attributes] = cookie.split('; ')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      return [name, attributes.includes('Max-Age=0') ? undefined : value] as const
    }),
  )
  return {
    request(path, init) {
      const request = who.request(path, init)
      const before = (request.headers.get('cookie') ?? '')
        .split('; ')
        .filter((pair) => !changed.has(pair.split('=')[0] ?? ''))
      const added = [...changed].flatMap(([name, value]) => (value === undefined ? [] : `${name}=${value}`))
      request.headers.set('cookie', [...before, ...added].join('; '))
      return request
    },
  }
}
