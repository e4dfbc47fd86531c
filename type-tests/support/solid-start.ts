import type { JSX } from 'solid-js'

/** What examples use of SolidStart 1, in its fixtures the real thing. */
export interface APIEvent {
  readonly request: Request
}

type Middleware = (event: never) => unknown

export declare function createMiddleware(middleware: { readonly onRequest: readonly Middleware[] }): unknown

export declare function FileRoutes(): JSX.Element
