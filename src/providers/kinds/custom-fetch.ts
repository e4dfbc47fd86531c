/** Key of a provider's `fetch`, which replaces the global `fetch` for requests to the provider. Its responses decide who is signed in. */
export const customFetch: unique symbol = Symbol.for('authwright.customFetch')

/** The signature of `fetch` that Authwright uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>
