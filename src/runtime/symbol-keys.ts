/** `Symbol.for` gives every loaded copy of the package the same symbol. */
export const asData: unique symbol = Symbol.for('authwright.response-data')

/** The key of the port in the result of `.build()`, for `authwright/testing`. */
export const portForTests: unique symbol = Symbol.for('authwright.port-for-tests')

/** The key of a function on a request that creates its SvelteKit event, for `authwright/testing`. */
export const eventForTests: unique symbol = Symbol.for('authwright.event-for-tests')
