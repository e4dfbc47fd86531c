/** Where the routes are in an application of SolidStart. */
export const DEFAULT_BASE_PATH = '/api/auth'
