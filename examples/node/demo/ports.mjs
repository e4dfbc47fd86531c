import { connect } from 'node:net'

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<boolean>} whether a server listens there
 */
function isInUse(port, host) {
  return new Promise((resolve) => {
    const socket = connect({ port, host })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** @param {number} port */
async function isFree(port) {
  const inUse = await Promise.all([isInUse(port, '127.0.0.1'), isInUse(port, '::1')])
  return !inUse.includes(true)
}

/**
 * @param {number} from
 * @param {readonly number[]} taken
 * @returns {Promise<number>} the first free port from `from` on
 */
async function freePort(from, taken) {
  for (let port = from; port <= 65535; port += 1) {
    if (!taken.includes(port) && (await isFree(port))) return port
  }
  return freePort(1024, taken)
}

/**
 * Reads a port from an environment variable and checks that it is free.
 *
 * @param {'PORT' | 'IDP_PORT'} name
 * @param {number} standard used if the variable is not set
 * @param {readonly number[]} taken ports that the demo already uses
 * @returns {Promise<number>}
 * @throws {Error} If it is not a port, or in use. The message says how to choose another.
 */
export async function claimPort(name, standard, taken) {
  const text = process.env[name] || String(standard)
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65535) {
    throw new Error(
      `${name}=${text} is not a port. Choose a number from 1 to 65535: ${name}=${standard} npm run demo`,
    )
  }
  if (!taken.includes(port) && (await isFree(port))) return port
  const other = await freePort(port + 1, taken)
  throw new Error(`Port ${port} is in use. Choose another: ${name}=${other} npm run demo`)
}
