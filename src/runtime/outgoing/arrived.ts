/** An answer whose body has arrived: reading it neither waits nor fails. */
export interface Arrived {
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  /** Without compression. */
  readonly body: Uint8Array<ArrayBuffer>
}

/** The media type of an answer, in lower case and without parameters. */
export function mediaTypeOf({ headers }: Pick<Arrived, 'headers'>): string | undefined {
  return headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
}
