/**
 * Holds types that the builder reads. It does not exist at run time.
 *
 * It is a class because an object spread omits the methods of classes: `{ ...github(), profile }` must not
 * keep the types of the `profile` that it replaces.
 */
export declare class CarriedTypes<out Types> {
  '~types'?(): Types
}
