/**
 * The key under which a handler takes requests that are not web-standard ones yet. It is the same in every
 * copy of the package that a program has loaded.
 */
export const asData: unique symbol = Symbol.for('authwright.response-data')

/**
 * The key under which the result of `.build()` gives `authwright/testing` its port. It is the same in every copy of the package that a
 * program has loaded.
 */
export const portForTests: unique symbol = Symbol.for('authwright.port-for-tests')

/** The key under which `authwright/testing` adds to a request what makes its event, for a lazy configuration of SvelteKit. */
export const eventForTests: unique symbol = Symbol.for('authwright.event-for-tests')
