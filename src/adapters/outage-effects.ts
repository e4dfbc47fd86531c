export const WHILE_DOWN =
  "Until then, sessions of strategy 'database' cannot be read, and sign-ins and sign-outs fail with status 503."

export const WHILE_READ_ONLY =
  'Until then, sessions can be read but not extended, and sign-ins and sign-outs fail with status 503.'
