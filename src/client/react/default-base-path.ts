/** Where the handler is in an application that a framework of React serves. */
export const DEFAULT_BASE_PATH = '/api/auth'
