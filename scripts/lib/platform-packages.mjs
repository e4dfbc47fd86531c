/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [optionalDependencies]
 */

/** Matches the platform in the name of a package, such as `-linux-x64-musl` and `/darwin-arm64`. */
const platform =
  /[-/](?<os>[a-z]+\d*)-(?<cpu>x64|ia32|arm64|arm|ppc64|riscv64|s390x|loong64)(?:-(?<abi>[a-z]+))?$/

/**
 * @param {Record<string, LockedPackage>} packages
 * @param {string} importer location of the importing package
 * @param {string} name
 * @returns {string | undefined}
 */
function resolve(packages, importer, name) {
  const parts = importer.split('/node_modules/')
  const parents = parts.map((_, index) => parts.slice(0, parts.length - index).join('/node_modules/'))
  return [...parents.map((parent) => `${parent}/node_modules/${name}`), `node_modules/${name}`].find(
    (location) => packages[location] !== undefined,
  )
}

/**
 * Finds packages for other platforms that the lockfile lacks. npm leaves them out if its registry does not offer them, and `npm ci` then
 * refuses the lockfile.
 *
 * @param {Record<string, LockedPackage>} packages
 * @returns {Record<string, LockedPackage | undefined>} by location; `undefined` for a package whose name or
 *   version does not contain all the needed data
 */
export function missingPlatformPackages(packages) {
  /** @type {Record<string, LockedPackage | undefined>} */
  const missing = {}
  for (const [importer, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (resolve(packages, importer, name) !== undefined) continue
      const { os, cpu, abi } = name.match(platform)?.groups ?? {}
      const exact = /^\d+[.]\d+[.]\d+/.test(version)
      missing[`node_modules/${name}`] =
        os === undefined || cpu === undefined || !exact
          ? undefined
          : {
              version,
              cpu: [cpu],
              ...(dev ? { dev } : {}),
              ...(os === 'linux' && abi !== undefined
                ? { libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] }
                : {}),
              optional: true,
              os: [os],
            }
    }
  }
  return missing
}
