/**
 * Carries types for the builder to read. Nothing of it is there at run time.
 *
 * It is a class, because an object spread leaves out the methods of classes: `{ ...github(), profile }`
 * must not keep the types of the `profile` that it replaces.
 */
export declare class CarriedTypes<out Types> {
  '~types'?(): Types
}
