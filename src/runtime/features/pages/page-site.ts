import type { AuthOptions, LoggerInstance } from '../../../options/auth-options.js'
import type { LanguageRequest } from '../../../options/language.js'
import type { Theme } from '../../../options/pages-options.js'
import type { Host } from '../../core/object-lifetimes.js'
import { type LanguageChoice, languageChoice } from './language-choice.js'

export interface PageSite {
  readonly theme: Theme
  /** With the port, if the URL has one. */
  readonly host: string
  readonly language?: LanguageChoice
  /** Pages in development have an empty icon, so that the browser does not request `/favicon.ico`. */
  readonly isDevelopment?: boolean
}

export function siteName({ theme, host }: Pick<PageSite, 'host' | 'theme'>): string {
  return theme.name ?? host
}

interface PageSettings {
  readonly spec: { readonly options: Pick<AuthOptions, 'language' | 'theme'> }
  readonly logger: LoggerInstance
  readonly host: Pick<Host, 'isDevelopment'>
}

export function pageSite(
  settings: PageSettings,
  { url, request }: { readonly url: URL; readonly request: LanguageRequest },
): Required<PageSite> {
  const { options } = settings.spec
  const language = languageChoice(options, request, settings.logger)
  const isDevelopment = settings.host.isDevelopment()
  return { theme: options.theme ?? {}, host: url.host, language, isDevelopment }
}
