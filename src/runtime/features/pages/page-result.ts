import type { PageResult } from '../../core/http/result.js'
import type { LanguageChoice } from './language-choice.js'
import { type PageHeadersProps, pageHeaders } from './page-headers.js'

export interface PageOptions extends Partial<Omit<PageHeadersProps, 'nonce' | 'secure'>> {
  readonly status: number
  /** Default: no `Vary` header. */
  readonly language?: LanguageChoice
}

export function page(
  html: (nonce: string) => string,
  {
    status,
    language,
    formOrigins = [],
    scripted = false,
    holdsToken = false,
    isolated = false,
  }: PageOptions = {
    status: 200,
  },
): PageResult {
  return {
    kind: 'page',
    status,
    render: ({ nonce, secure }) => ({
      headers: {
        ...pageHeaders({ nonce, secure, formOrigins, scripted, holdsToken, isolated }),
        ...(language?.isNegotiated && { Vary: 'Accept-Language' }),
      },
      body: html(nonce),
    }),
  }
}
