/**
 * Resolves at the end of the current turn of the event loop, so that the reads of several requests can be
 * combined. `undefined` here, because on Cloudflare Workers, a request must not wait for the I/O of another
 * request. On Node.js, `imports` of package.json replaces this file with src/node/end-of-turn.ts.
 *
 * @see https://developers.cloudflare.com/workers/observability/errors/#cannot-perform-io-on-behalf-of-a-different-request
 */
export const endOfTurn: (() => Promise<void>) | undefined = undefined
