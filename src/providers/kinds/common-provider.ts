import type { ProviderType } from '../../model/provider-type.js'

export interface MarkPath {
  /** The `d` of an SVG path. @see https://www.w3.org/TR/SVG2/paths.html#PathData */
  readonly d: string
  /** A CSS colour in hexadecimal form. */
  readonly fill: string
}

/** Appearance of the button of an OAuth or OpenID Connect provider on the built-in sign-in page. */
export interface ProviderStyle {
  /** URL of an image on the application's origin, or a `data:` URL. */
  logo?: string
  /**
   * An SVG logo in a view box of 24 by 24, used if `logo` is not set. A string is the `d` attribute of one path, drawn in the text colour
   * of the button. An array contains several paths with their colours. For any other value, the button shows the first letter of the name.
   *
   * @example
   * ```ts
   * import { oidc } from 'authwright/providers/oidc'
   *
   * export const acme = oidc({
   *   id: 'acme',
   *   issuer: 'https://login.acme.example',
   *   style: { mark: 'M12 2 22 20H2z' },
   * })
   * ```
   * @see https://www.w3.org/TR/SVG2/paths.html#PathData
   */
  mark?: string | readonly MarkPath[]
  /** The background of the first letter: a CSS colour in hexadecimal form. */
  brandColor?: string
  /**
   * The background of the first letter, if `brandColor` is not set.
   *
   * @deprecated Use `brandColor`.
   */
  bg?: string
  /**
   * Has no effect.
   *
   * @deprecated The text of the button has the text colour of the page.
   */
  text?: string
}

export interface CommonProvider<out Id extends string = string> {
  readonly id: Id
  readonly type: ProviderType
  /** The name to show to users. Default: the id. */
  readonly name?: string | undefined
  /**
   * The appearance of the button on the built-in sign-in page. Has an effect only for OAuth and OpenID Connect
   * providers.
   */
  readonly style?: ProviderStyle | undefined
  /**
   * The feature that runs the provider. The functions of `authwright/providers` set it, and `withId()` sets it on
   * objects of other packages.
   */
  readonly '~feature'?: ProviderFeature | undefined
}

export interface ProviderFeature {
  readonly name: string
  readonly version: 1
  readonly types?: readonly ProviderType[]
}
