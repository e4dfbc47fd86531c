import type { JSX } from 'solid-js'

/** The part of SolidStart 1 that examples use. The fixtures of SolidStart use the real package. */
export interface APIEvent {
  readonly request: Request
}

type Middleware = (event: never) => unknown

export declare function createMiddleware(middleware: { readonly onRequest: readonly Middleware[] }): unknown

export declare function FileRoutes(): JSX.Element
