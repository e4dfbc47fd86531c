/** As much of SolidStart's event as is looked at: a request, and the headers of the response to it. */
export interface SolidStartEvent {
  readonly request: Request
  readonly response: { readonly headers: SolidStartHeaders }
  /** The address at the other end of the connection. */
  readonly clientAddress?: string | undefined
}

/** The same of an event of h3, which the middleware of SolidStart 2 is given. */
export interface SolidStartServerEvent {
  readonly req: Request
  readonly res: { readonly headers: SolidStartHeaders }
}

/** As much of a response's headers as cookies are set on. */
export interface SolidStartHeaders {
  set(name: string, value: string): void
  append(name: string, value: string): void
}
