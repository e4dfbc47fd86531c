/**
 * A package of bench/package.json, or `undefined` if it is not installed.
 *
 * @param {string} name
 * @returns {Promise<any>}
 */
export async function optional(name) {
  try {
    return await import(name)
  } catch (error) {
    console.log(`${name} is not installed (npm install --prefix bench): not measured. ${error}`)
    return undefined
  }
}
