/** The effect on users while the database cannot be used, at the end of an error message. */
export const WHILE_DOWN =
  "Until then, sessions of strategy 'database' cannot be read, and sign-ins and sign-outs fail with status 503."

/** The effect on users while the database can be read but not written, at the end of an error message. */
export const WHILE_READ_ONLY =
  'Until then, sessions can be read but not extended, and sign-ins and sign-outs fail with status 503.'
