export { ActingSessions } from './acting-sessions.js'
export { start, stop } from './start-and-stop.js'
