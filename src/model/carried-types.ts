/**
 * This is a class, because an object spread omits the methods of classes: `{ ...github(), profile }` must not keep the
 * types of the old `profile`.
 */
export declare class CarriedTypes<out Types> {
  '~types'?(): Types
}
