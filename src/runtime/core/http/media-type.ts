export function mediaTypeOf({ headers }: Pick<Response, 'headers'>): string | undefined {
  return headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
}

/** @see https://www.rfc-editor.org/rfc/rfc6838.html#section-4.2.8 */
export function isJson(mediaType: string | undefined): boolean {
  return /^application\/(?:[\w.-]+\+)?json$/.test(mediaType ?? '')
}
