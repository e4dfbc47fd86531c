/**
 * The key of the handler's method for requests that are not web-standard objects. It is the same in every loaded
 * copy of the package.
 */
export const asData: unique symbol = Symbol.for('authwright.response-data')

/**
 * The key of the port in the result of `.build()`, for `authwright/testing`. It is the same in every loaded copy
 * of the package.
 */
export const portForTests: unique symbol = Symbol.for('authwright.port-for-tests')

/**
 * The key under which `authwright/testing` adds a function to a request. The function creates the SvelteKit event
 * of the request, which a lazy configuration receives.
 */
export const eventForTests: unique symbol = Symbol.for('authwright.event-for-tests')
