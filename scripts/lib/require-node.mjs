/*
 * The first import of each script for contributors. With an unsupported version of Node.js, it ends the
 * process with a one-line message, before any module is loaded that this version cannot run.
 */
const lowestMajor = 20
const lowestMinor = 19
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < lowestMajor || (major === lowestMajor && minor < lowestMinor)) {
  console.error(
    `Node ${lowestMajor}.${lowestMinor} or newer is needed; this is ${process.versions.node}. Install it from https://nodejs.org.`,
  )
  process.exit(1)
}
