import type { AuthOptions, LoggerInstance } from '../../../options/auth-options.js'
import type { LanguageRequest } from '../../../options/language.js'
import type { Theme } from '../../../options/pages-options.js'
import type { Provider } from '../../../providers/kinds/provider.js'
import type { App } from '../../core/lifetimes.js'
import { originOf } from '../../core/storage/account-keys.js'
import { type LanguageChoice, languageChoice } from './language-choice.js'

/** Properties that all pages of a site share. */
export interface PageSite {
  readonly theme: Theme
  /** The host of the site, with its port if any, as the browser shows it. */
  readonly host: string
  /** Default: English. */
  readonly language?: LanguageChoice
}

/** The name of the application, or its host. */
export function siteName({ theme, host }: Pick<PageSite, 'host' | 'theme'>): string {
  return theme.name ?? host
}

/** Properties that all pages of a configuration share. */
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
 * The origins that a form finally redirects to, if they are others. `callbacks.redirect` may accept them, as a `callbackUrl` or as the
 * result of `callbacks.signIn` or of the sign-up policy, which is unknown until the form is sent. Chromium blocks such a redirect unless
 * the page's `form-action` allows the origin.
 */
export function targetOrigins(callbackUrl: string | undefined, origin: string, { spec }: App): string[] {
  const { signIn, redirect } = spec.callbacks
  if (redirect && (signIn.length > 0 || typeof spec.signUp === 'function')) return ['https:']
  const target = new URL(callbackUrl ?? origin, origin).origin
  return target === origin ? [] : [target]
}

/** The origins that forms for providers redirect to, as far as they are configured. */
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
