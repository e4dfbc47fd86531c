/**
 * The key under which a provider carries the function for its own HTTP requests, in place of the
 * global `fetch`: for a proxy, extra headers, a test. It controls who is signed in.
 */
export const customFetch: unique symbol = Symbol.for('authwright.customFetch')

/** The shape of `fetch` that Authwright calls. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>
