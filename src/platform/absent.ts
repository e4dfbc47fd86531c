/** A part of the package that a bundle leaves out, by a condition of its bundler. */
export const present: boolean = false
