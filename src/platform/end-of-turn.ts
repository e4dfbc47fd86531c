/**
 * Ends with this turn of the event loop, after everything that was received is processed. `undefined` here: there are platforms
 * (Cloudflare Workers) that let no request wait for what another began. `imports` of package.json puts src/node/end-of-turn.ts
 * in its place on Node.js.
 *
 * @see https://developers.cloudflare.com/workers/observability/errors/#cannot-perform-io-on-behalf-of-a-different-request
 */
export const endOfTurn: (() => Promise<void>) | undefined = undefined
