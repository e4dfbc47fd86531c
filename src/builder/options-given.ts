import type { AuthOptions } from '../options/auth-options.js'

/** Options as one `.options()` is given them. */
export type OptionsGiven = AuthOptions & { readonly prefix?: `/${string}` }
