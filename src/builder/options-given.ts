import type { SpecOptions } from './spec.js'

/** Options as one `.options()` is given them. */
export type OptionsGiven = SpecOptions & { readonly prefix?: `/${string}` }
