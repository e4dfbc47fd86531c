/**
 * Resolves after the input that was already received is processed. `undefined` on Cloudflare Workers, where a request cannot wait for the
 * I/O of another request. Some bundlers for Workers select the condition `node` of package.json, so the platform is checked here.
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
