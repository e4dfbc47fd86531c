import type { ProviderType } from './provider-type.js'

/** One path of a mark that has several colours. */
export interface MarkPath {
  /** The `d` of an SVG path. @see https://www.w3.org/TR/SVG2/paths.html#PathData */
  readonly d: string
  /** A CSS colour in hexadecimal form. */
  readonly fill: string
}

/** How the built-in sign-in page shows a provider. */
export interface ProviderStyle {
  /** The address of an image, of the application's own origin or a `data:` image. */
  logo?: string
  /**
   * The mark of a provider without a `logo`, in a view box of 24 by 24: the `d` of one SVG path, drawn in the colour of the button's text, or
   * several paths, each with its colour. A value that is neither shows the first letter of the name in `brandColor`.
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
  /** A CSS colour in hexadecimal form. */
  brandColor?: string
  /** @deprecated Use `brandColor`. */
  bg?: string
  /** @deprecated The page chooses a colour that can be read on `brandColor`. */
  text?: string
}

/** What every provider has. */
export interface CommonProvider<out Id extends string = string> {
  readonly id: Id
  readonly type: ProviderType
  /** The name on the button of the built-in sign-in page. Default: the id. */
  readonly name?: string | undefined
  readonly style?: ProviderStyle | undefined
  /** How users sign in. The functions of `authwright/providers` set it; for objects of other packages, `withId()` does. */
  readonly '~feature'?: ProviderFeature | undefined
}

/** The part of Authwright that a provider needs. */
export interface ProviderFeature {
  readonly name: string
  readonly version: 1
  readonly types?: readonly ProviderType[]
}
