/**
 * Ends with this turn of the event loop, after everything that was received is processed. `undefined` on Cloudflare Workers, which some
 * bundlers take for Node.js: there, a request cannot wait for I/O of another.
 *
 * @see https://nodejs.org/en/learn/asynchronous-work/event-loop-timers-and-nexttick#check
 * @see https://developers.cloudflare.com/workers/runtime-apis/web-standards/#navigatoruseragent
 */
export const endOfTurn: (() => Promise<void>) | undefined = isCloudflareWorkers()
  ? undefined
  : () =>
      new Promise((resolve) => {
        setImmediate(resolve)
      })

function isCloudflareWorkers(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } }
  return navigator?.userAgent === 'Cloudflare-Workers'
}
