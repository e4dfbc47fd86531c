import type { AuthOptions, LoggerInstance } from '../../../options/auth-options.js'
import type { LanguageRequest } from '../../../options/language.js'
import type { Theme } from '../../../options/pages-options.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import { originOf } from '../../core/storage/account-keys.js'
import { type LanguageChoice, languageChoice } from './language-choice.js'

/** What every page of a site has in common. */
export interface PageSite {
  readonly theme: Theme
  /** The host of the site, with its port where there is one, as the browser shows it. */
  readonly host: string
  /** Default: English. */
  readonly language?: LanguageChoice
}

/** What the application is called: its name, or its host. */
export function siteName({ theme, host }: Pick<PageSite, 'host' | 'theme'>): string {
  return theme.name ?? host
}

/** What the pages of a configuration have in common. */
interface PageSettings {
  readonly spec: { readonly options: Pick<AuthOptions, 'language' | 'theme'> }
  readonly logger: LoggerInstance
}

/** The site of a request, for its page. */
export function pageSite(
  settings: PageSettings,
  { url, request }: { readonly url: URL; readonly request: LanguageRequest },
): Required<PageSite> {
  const { options } = settings.spec
  const language = languageChoice(options, request, settings.logger)
  return { theme: options.theme ?? {}, host: url.host, language }
}

/**
 * The origin that a form redirects to in the end, if it is another one: `callbacks.redirect` may choose it. Chromium stops such a redirect unless
 * the page's `form-action` allows the origin.
 */
export function targetOrigins(callbackUrl: string | undefined, origin: string): string[] {
  const target = new URL(callbackUrl ?? origin, origin).origin
  return target === origin ? [] : [target]
}

/** Where the forms of a page that lead to providers lead, as far as the configuration says. */
export function providerOrigins({
  providers,
}: {
  readonly providers: ReadonlyMap<string, Provider>
}): string[] {
  return [...providers.values()].flatMap((provider) => {
    if (provider.type !== 'oauth' && provider.type !== 'oidc') return []
    return originOf(provider.authorization) ?? originOf(provider.issuer) ?? []
  })
}
