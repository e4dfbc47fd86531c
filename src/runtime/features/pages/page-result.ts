import type { PageResult } from '../../core/http/route-result.js'
import type { LanguageChoice } from './language-choice.js'
import { type PageHeadersProps, pageHeaders } from './page-headers.js'

export interface PageOptions extends Partial<Omit<PageHeadersProps, 'nonce' | 'secure'>> {
  readonly status: number
  /** Default: no `Vary` header. */
  readonly language?: LanguageChoice
}

export function page(
  html: (nonce: string) => string,
  { status, language, formOrigins = [], ...properties }: PageOptions,
): PageResult {
  return {
    kind: 'page',
    status,
    render: ({ nonce, secure }) => ({
      headers: {
        ...pageHeaders({ ...properties, nonce, secure, formOrigins }),
        ...(language?.isNegotiated && { Vary: 'Accept-Language' }),
      },
      body: html(nonce),
    }),
  }
}
