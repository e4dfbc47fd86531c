import type { AuthOptions, LoggerInstance } from '../../../options/auth-options.js'
import type { LanguageRequest } from '../../../options/language.js'
import type { Theme } from '../../../options/pages-options.js'
import type { Host } from '../../core/lifetimes.js'
import { type LanguageChoice, languageChoice } from './language-choice.js'

/** Properties that all pages of a site share. */
export interface PageSite {
  readonly theme: Theme
  /** The host of the site, with its port if the URL has one. */
  readonly host: string
  /** The language of the pages. Default: English. */
  readonly language?: LanguageChoice
  /**
   * Whether the application is in development. Its pages then have an empty icon, so that the browser does
   * not request `/favicon.ico`. Development servers log such a request as an error if the file does not
   * exist.
   */
  readonly isDevelopment?: boolean
}

/** The name of the application, or its host. */
export function siteName({ theme, host }: Pick<PageSite, 'host' | 'theme'>): string {
  return theme.name ?? host
}

/** The parts of a configuration on which its pages depend. */
interface PageSettings {
  readonly spec: { readonly options: Pick<AuthOptions, 'language' | 'theme'> }
  readonly logger: LoggerInstance
  readonly host: Pick<Host, 'isDevelopment'>
}

/** The properties of the site that a request is for. */
export function pageSite(
  settings: PageSettings,
  { url, request }: { readonly url: URL; readonly request: LanguageRequest },
): Required<PageSite> {
  const { options } = settings.spec
  const language = languageChoice(options, request, settings.logger)
  const isDevelopment = settings.host.isDevelopment()
  return { theme: options.theme ?? {}, host: url.host, language, isDevelopment }
}
