import type { ProviderType } from './provider-type.js'

/** How the built-in sign-in page shows a provider. */
export interface ProviderStyle {
  /** The address of an image, of the application's own origin or a `data:` image. */
  logo?: string
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
}
